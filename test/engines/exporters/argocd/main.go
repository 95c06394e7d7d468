// The metrics servers of Argo CD's controller, API server and repository server in one, told of one application, one cluster and one
// repository: the programs want a cluster, Redis and each other.
package main

import (
	"context"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/argoproj/gitops-engine/pkg/cache"
	"github.com/argoproj/gitops-engine/pkg/health"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	controller "github.com/argoproj/argo-cd/v3/controller/metrics"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	listers "github.com/argoproj/argo-cd/v3/pkg/client/listers/application/v1alpha1"
	repository "github.com/argoproj/argo-cd/v3/reposerver/metrics"
	server "github.com/argoproj/argo-cd/v3/server/metrics"
	"github.com/argoproj/argo-cd/v3/util/db"
)

const (
	inCluster = "https://kubernetes.default.svc"
	git       = "https://git.example/gitops.git"
)

var application = &v1alpha1.Application{
	ObjectMeta: metav1.ObjectMeta{Name: "monitoring", Namespace: "argocd"},
	Spec: v1alpha1.ApplicationSpec{
		Project:     "default",
		Source:      &v1alpha1.ApplicationSource{RepoURL: git},
		Destination: v1alpha1.ApplicationDestination{Server: inCluster, Namespace: "monitoring"},
	},
	Status: v1alpha1.ApplicationStatus{
		Sync:   v1alpha1.SyncStatus{Status: v1alpha1.SyncStatusCodeSynced},
		Health: v1alpha1.AppHealthStatus{Status: health.HealthStatusHealthy},
	},
}

type applications struct{ listers.ApplicationLister }

func (applications) List(labels.Selector) ([]*v1alpha1.Application, error) {
	return []*v1alpha1.Application{application}, nil
}

type database struct{ db.ArgoDB }

func (database) GetCluster(_ context.Context, server string) (*v1alpha1.Cluster, error) {
	return &v1alpha1.Cluster{Server: server, Name: "in-cluster"}, nil
}

func (database) ListClusters(context.Context) (*v1alpha1.ClusterList, error) {
	return &v1alpha1.ClusterList{Items: []v1alpha1.Cluster{{Server: inCluster, Name: "in-cluster"}}}, nil
}

type clusters struct{}

func (clusters) GetClustersInfo() []cache.ClusterInfo {
	now := time.Now()
	return []cache.ClusterInfo{{Server: inCluster, K8SVersion: "1.35", ResourcesCount: 10, APIsCount: 5, LastCacheSyncTime: &now}}
}

func main() {
	healthy := func(*http.Request) error { return nil }
	all := func(any) bool { return true }
	ofController, err := controller.NewMetricsServer("", applications{}, all, healthy, nil, nil, database{})
	if err != nil {
		log.Fatal(err)
	}
	ofController.RegisterClustersInfoSource(context.Background(), clusters{}, database{}, nil)
	ofController.IncSync(application, inCluster, &v1alpha1.OperationState{Phase: "Succeeded"})
	ofController.IncReconcile(application, inCluster, time.Second)
	ofController.IncKubernetesRequest(application, inCluster, "200", "get", "Service", "monitoring")
	ofController.IncRedisRequest(false)
	ofController.ObserveRedisRequestDuration(time.Millisecond)
	ofController.IncClusterEventsCount(inCluster, "", "Service")

	ofRepository := repository.NewMetricsServer()
	for _, request := range []repository.GitRequestType{repository.GitRequestTypeFetch, repository.GitRequestTypeLsRemote} {
		ofRepository.IncGitRequest(git, request)
		ofRepository.ObserveGitRequestDuration(git, request, time.Second)
	}
	ofRepository.IncGitFetchFail(git, "main")
	ofRepository.IncGitLsRemoteFail(git, "main")
	ofRepository.IncPendingRepoRequest(git)
	ofRepository.IncRedisRequest(false)
	ofRepository.ObserveRedisRequestDuration(time.Millisecond)

	ofServer := server.NewMetricsServer("", 0)
	ofServer.IncRedisRequest(false)

	// one answer: they share a job, and each series belongs to those of them that export it
	http.HandleFunc("/metrics", func(answer http.ResponseWriter, _ *http.Request) {
		for _, handler := range []http.Handler{ofController.Handler, ofServer.Handler, ofRepository.GetHandler()} {
			part := httptest.NewRecorder()
			handler.ServeHTTP(part, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			answer.Write(part.Body.Bytes())
		}
	})
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}
