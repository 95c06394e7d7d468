// The collectors of ingress-nginx's controller, told of one request, one certificate and one reload: the controller itself would need its
// own build of nginx, with Lua.
package main

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"k8s.io/apimachinery/pkg/util/sets"

	"k8s.io/ingress-nginx/internal/ingress/metric"
	"k8s.io/ingress-nginx/internal/ingress/metric/collectors"
	"k8s.io/ingress-nginx/internal/nginx"
	"k8s.io/ingress-nginx/pkg/apis/ingress"
)

// What nginx's Lua writes for a request (rootfs/etc/nginx/lua/monitor.lua).
const request = `[{"host":"www.example","status":"200","responseLength":512,"method":"GET","requestLength":128,"requestTime":0.2,
"upstreamLatency":0.01,"upstreamHeaderTime":0.1,"upstreamResponseTime":0.15,"namespace":"web","ingress":"site","service":"site","canary":"","path":"/"}]`

const status = "Active connections: 2 \nserver accepts handled requests\n 10 10 20 \nReading: 0 Writing: 1 Waiting: 1 \n"

func main() {
	statusListener := listen("127.0.0.1:0")
	nginx.StatusPort = statusListener.Addr().(*net.TCPAddr).Port
	go http.Serve(statusListener, http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) { io.WriteString(answer, status) }))

	registry := prometheus.NewRegistry()
	registry.MustRegister(prometheus.NewGoCollector(), prometheus.NewProcessCollector(prometheus.ProcessCollectorOpts{}))
	if err := os.MkdirAll("/tmp/nginx", 0o755); err != nil {
		log.Fatal(err)
	}
	buckets := collectors.HistogramBuckets{
		TimeBuckets:   prometheus.DefBuckets,
		LengthBuckets: prometheus.LinearBuckets(10, 10, 10),
		SizeBuckets:   prometheus.ExponentialBuckets(10, 10, 7),
	}
	all, err := metric.NewCollector(true, false, registry, "k8s.io/ingress-nginx", buckets, nil)
	if err != nil {
		log.Fatal(err)
	}
	all.Start("true")
	all.SetHosts(sets.New("www.example"))
	all.ConfigSuccess(1, true)
	all.IncReloadCount()
	all.IncReloadErrorCount()
	all.IncCheckCount("web", "site")
	all.IncCheckErrorCount("web", "site")
	all.IncOrphanIngress("web", "site", "no-service")
	all.OnStartedLeading("ingress-nginx-leader")
	all.SetAdmissionMetrics(1, 0.1, 1, 0.1, 100, 0.2)
	servers := []*ingress.Server{{
		Hostname: "www.example",
		SSLCert: &ingress.SSLCert{
			Name:       "site",
			Namespace:  "web",
			ExpireTime: time.Now().Add(60 * 24 * time.Hour),
			Certificate: &x509.Certificate{
				SerialNumber: big.NewInt(1),
				Issuer:       pkix.Name{CommonName: "home", Organization: []string{"home"}},
			},
		},
	}}
	all.SetSSLExpireTime(servers)
	all.SetSSLInfo(servers)

	connection, err := net.Dial("unix", "/tmp/nginx/prometheus-nginx.socket")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.WriteString(connection, request); err != nil {
		log.Fatal(err)
	}
	connection.Close()

	http.Handle("/metrics", promhttp.InstrumentMetricHandler(registry, promhttp.HandlerFor(registry, promhttp.HandlerOpts{})))
	log.Fatal(http.Serve(listen(os.Args[1]), nil))
}

func listen(address string) net.Listener {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	return listener
}
