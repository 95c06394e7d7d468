// A container runtime that runs nothing: the fake of the kubelet's own tests, listening on the socket that is given. Containers that it is
// asked to start count as started, so that a kubelet reaches the states in which it exports its series.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/cri-client/pkg/fake"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cri-stand-in unix:///path/of/the/socket")
		os.Exit(2)
	}
	runtime := fake.NewFakeRemoteRuntime()
	runtime.ImageService.SetFakeImageSize(1)
	runtime.ImageService.SetFakeImages([]string{"belfry.test/image:1"})
	// where images would lie: a filesystem that the kubelet finds on this machine
	disk := []*runtimeapi.FilesystemUsage{{
		FsId:       &runtimeapi.FilesystemIdentifier{Mountpoint: "/"},
		UsedBytes:  &runtimeapi.UInt64Value{Value: 1},
		InodesUsed: &runtimeapi.UInt64Value{Value: 1},
	}}
	runtime.ImageService.SetFakeFilesystemUsage(disk)
	runtime.ImageService.SetFakeContainerFilesystemUsage(disk)
	go tellOfContainers(runtime)
	if err := runtime.Start(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("listening")
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	<-stop
	runtime.Stop()
}

// The fake says nothing of what its containers use, and of a pod without that the kubelet does not look at the volumes either.
func tellOfContainers(runtime *fake.RemoteRuntime) {
	for range time.Tick(time.Second) {
		service := runtime.RuntimeService
		stats := []*runtimeapi.ContainerStats{}
		now := time.Now().UnixNano()
		service.Lock()
		for id, container := range service.Containers {
			stats = append(stats, &runtimeapi.ContainerStats{
				Attributes: &runtimeapi.ContainerAttributes{Id: id, Metadata: container.Metadata, Labels: container.Labels, Annotations: container.Annotations},
				Cpu:        &runtimeapi.CpuUsage{Timestamp: now, UsageCoreNanoSeconds: &runtimeapi.UInt64Value{Value: 1}},
				Memory:     &runtimeapi.MemoryUsage{Timestamp: now, WorkingSetBytes: &runtimeapi.UInt64Value{Value: 1}},
			})
		}
		service.Unlock()
		service.SetFakeContainerStats(stats)
	}
}
