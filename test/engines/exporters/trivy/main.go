// The collector of trivy-operator over a few reports of ours: the program itself scans the images of a cluster.
package main

import (
	"log"
	"net/http"
	"os"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/aquasecurity/trivy-operator/pkg/apis/aquasecurity/v1alpha1"
	"github.com/aquasecurity/trivy-operator/pkg/metrics"
	"github.com/aquasecurity/trivy-operator/pkg/operator/etc"
	"github.com/aquasecurity/trivy-operator/pkg/trivyoperator"
)

func main() {
	named := metav1.ObjectMeta{Namespace: "web", Name: "replicaset-site", Labels: map[string]string{
		trivyoperator.LabelResourceKind:  "ReplicaSet",
		trivyoperator.LabelResourceName:  "site-1",
		trivyoperator.LabelContainerName: "site",
	}}
	registry := v1alpha1.Registry{Server: "registry.example"}
	artifact := v1alpha1.Artifact{Repository: "site", Tag: "1", Digest: "sha256:0"}
	reports := fake.NewClientBuilder().WithScheme(trivyoperator.NewScheme()).WithObjects(
		&v1alpha1.VulnerabilityReport{ObjectMeta: named, Report: v1alpha1.VulnerabilityReportData{Registry: registry, Artifact: artifact}},
		&v1alpha1.ExposedSecretReport{ObjectMeta: named, Report: v1alpha1.ExposedSecretReportData{Registry: registry, Artifact: artifact}},
		&v1alpha1.ConfigAuditReport{ObjectMeta: named},
	).Build()
	collectors := prometheus.NewRegistry()
	collectors.MustRegister(metrics.NewResourcesMetricsCollector(logr.Discard(), etc.Config{}, trivyoperator.GetDefaultConfig(), reports))
	http.Handle("/metrics", promhttp.HandlerFor(collectors, promhttp.HandlerOpts{}))
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}
