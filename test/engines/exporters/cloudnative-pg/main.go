// The exporter of CloudNativePG's instance manager over a PostgreSQL of ours (PGHOST, PGPORT, PGDATA), with the operator's default queries:
// the instance manager itself only starts in a pod that the operator made.
package main

import (
	"log"
	"net/http"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/cloudnative-pg/cloudnative-pg/pkg/management/postgres"
	"github.com/cloudnative-pg/cloudnative-pg/pkg/management/postgres/metrics"
	"github.com/cloudnative-pg/cloudnative-pg/pkg/management/postgres/webserver/metricserver"
)

func main() {
	address, queriesFile := os.Args[1], os.Args[2]
	text, err := os.ReadFile(queriesFile)
	if err != nil {
		log.Fatal(err)
	}
	var defaults corev1.ConfigMap
	if err := yaml.Unmarshal(text, &defaults); err != nil {
		log.Fatal(err)
	}

	instance := postgres.NewInstance().WithNamespace("databases").WithClusterName("main").WithPodName("main-1")
	instance.PgData = os.Getenv("PGDATA")
	queries := metrics.NewQueriesCollector("cnpg", instance, "postgres")
	if err := queries.ParseQueries([]byte(defaults.Data["queries"])); err != nil {
		log.Fatal(err)
	}
	exporter := metricserver.NewExporter(instance)

	registry := prometheus.NewRegistry()
	registry.MustRegister(exporter)
	// only now, as the instance manager does it: what they export is known once they ran
	exporter.SetCustomQueries(queries)
	http.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	log.Fatal(http.ListenAndServe(address, nil))
}
