// The collectors of external-secrets, told of one secret and one store of each kind: the whole program holds the clients of forty
// clouds, which take longer to build than everything else here. And its template engine: "template" in place of an address reads
// {"template": {...}, "data": {...}} and writes the Secret's data.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	controllerruntime "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	controllermetrics "sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	"github.com/external-secrets/external-secrets/pkg/controllers/externalsecret/esmetrics"
	ctrlmetrics "github.com/external-secrets/external-secrets/pkg/controllers/metrics"
	"github.com/external-secrets/external-secrets/pkg/controllers/secretstore/cssmetrics"
	storemetrics "github.com/external-secrets/external-secrets/pkg/controllers/secretstore/metrics"
	"github.com/external-secrets/external-secrets/pkg/controllers/secretstore/ssmetrics"
	"github.com/external-secrets/external-secrets/pkg/metrics"
	template "github.com/external-secrets/external-secrets/pkg/template/v2"
)

func main() {
	if os.Args[1] == "template" {
		renderTemplate()
		return
	}
	controllerruntime.SetLogger(logr.Discard())
	// as the program does it without --enable-extended-metric-labels
	ctrlmetrics.SetUpLabelNames(false)
	esmetrics.SetUpMetrics()
	ssmetrics.SetUpMetrics()
	cssmetrics.SetUpMetrics()

	named := metav1.ObjectMeta{Name: "site", Namespace: "web"}
	labels := map[string]string{"name": named.Name, "namespace": named.Namespace}
	esmetrics.UpdateExternalSecretCondition(
		&esv1.ExternalSecret{ObjectMeta: named},
		&esv1.ExternalSecretStatusCondition{Type: esv1.ExternalSecretReady, Status: corev1.ConditionTrue}, 1)
	for _, key := range []string{esmetrics.SyncCallsKey, esmetrics.SyncCallsErrorKey} {
		esmetrics.GetCounterVec(key).With(ctrlmetrics.RefineNonConditionMetricLabels(labels)).Inc()
	}
	esmetrics.GetGaugeVec(esmetrics.ExternalSecretReconcileDurationKey).With(ctrlmetrics.RefineNonConditionMetricLabels(labels)).Set(float64(time.Second))

	ready := esv1.SecretStoreStatusCondition{Type: esv1.SecretStoreReady, Status: corev1.ConditionTrue}
	storemetrics.UpdateStatusCondition(&esv1.SecretStore{ObjectMeta: named}, ready, ssmetrics.GetGaugeVec)
	storemetrics.UpdateStatusCondition(&esv1.ClusterSecretStore{ObjectMeta: metav1.ObjectMeta{Name: "vault"}}, ready, cssmetrics.GetGaugeVec)
	metrics.ObserveAPICall("HashiCorp/Vault", "ReadSecretData", nil)
	metrics.ObserveAPICall("HashiCorp/Vault", "ReadSecretData", errors.New("sealed"))

	startController()
	http.Handle("/metrics", promhttp.HandlerFor(controllermetrics.Registry, promhttp.HandlerOpts{}))
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

// What the library exports for every controller, which exists once one has been given something to do.
func startController() {
	manager, err := controllerruntime.NewManager(&rest.Config{Host: "127.0.0.1:1"}, controllerruntime.Options{
		Scheme:  runtime.NewScheme(),
		Metrics: server.Options{BindAddress: "0"},
	})
	if err != nil {
		log.Fatal(err)
	}
	events := make(chan event.GenericEvent, 1)
	one, err := controller.New("externalsecret", manager, controller.Options{
		Reconciler: reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return reconcile.Result{}, nil }),
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := one.Watch(source.Channel(events, &handler.EnqueueRequestForObject{})); err != nil {
		log.Fatal(err)
	}
	events <- event.GenericEvent{Object: &esv1.ExternalSecret{ObjectMeta: metav1.ObjectMeta{Name: "site", Namespace: "web"}}}
	go func() { log.Fatal(manager.Start(context.Background())) }()
}

func renderTemplate() {
	var asked struct{ Template, Data map[string]string }
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		log.Fatal(err)
	}
	secret := &corev1.Secret{}
	if err := template.Execute(octets(asked.Template), octets(asked.Data), esv1.TemplateScopeValues, esv1.TemplateTargetData, secret); err != nil {
		log.Fatal(err)
	}
	rendered := map[string]string{}
	for key, value := range secret.Data {
		rendered[key] = string(value)
	}
	if err := json.NewEncoder(os.Stdout).Encode(rendered); err != nil {
		log.Fatal(err)
	}
}

func octets(texts map[string]string) map[string][]byte {
	all := map[string][]byte{}
	for key, text := range texts {
		all[key] = []byte(text)
	}
	return all
}
