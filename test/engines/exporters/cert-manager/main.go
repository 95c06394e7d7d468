// The collectors of cert-manager's controller over a few objects of ours: its program is a module of its own, which no proxy has.
package main

import (
	"log"
	"net"
	"os"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"

	acme "github.com/cert-manager/cert-manager/pkg/apis/acme/v1"
	certmanager "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
	meta "github.com/cert-manager/cert-manager/pkg/apis/meta/v1"
	acmelisters "github.com/cert-manager/cert-manager/pkg/client/listers/acme/v1"
	listers "github.com/cert-manager/cert-manager/pkg/client/listers/certmanager/v1"
	"github.com/cert-manager/cert-manager/pkg/metrics"
)

func main() {
	listener, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	named := metav1.ObjectMeta{Name: "site", Namespace: "web"}
	at := metav1.NewTime(time.Now().Add(60 * 24 * time.Hour))
	certificate := &certmanager.Certificate{
		ObjectMeta: named,
		Spec:       certmanager.CertificateSpec{IssuerRef: meta.IssuerReference{Name: "home", Kind: "ClusterIssuer", Group: "cert-manager.io"}},
		Status: certmanager.CertificateStatus{
			NotBefore:   &at,
			NotAfter:    &at,
			RenewalTime: &at,
			Conditions:  []certmanager.CertificateCondition{{Type: certmanager.CertificateConditionReady, Status: meta.ConditionTrue}},
		},
	}
	challenge := &acme.Challenge{
		ObjectMeta: named,
		Spec:       acme.ChallengeSpec{DNSName: "site.example", Type: acme.ACMEChallengeTypeHTTP01},
		Status:     acme.ChallengeStatus{State: acme.Pending, Reason: "Waiting"},
	}
	all := metrics.New(logr.Discard(), clock.RealClock{})
	all.SetupCertificateCollector(listers.NewCertificateLister(indexed(certificate)))
	all.SetupACMECollector(acmelisters.NewChallengeLister(indexed(challenge)))
	all.SetupIssuerCollector(listers.NewIssuerLister(indexed(&certmanager.Issuer{ObjectMeta: named})))
	all.SetupClusterIssuerCollector(listers.NewClusterIssuerLister(indexed(&certmanager.ClusterIssuer{ObjectMeta: metav1.ObjectMeta{Name: "home"}})))
	all.IncrementSyncCallCount("certificates-issuing")
	all.IncrementSyncErrorCount("certificates-issuing")
	call := []string{"https", "acme.example", "new_order", "POST", "201"}
	all.IncrementACMERequestCount(call...)
	all.ObserveACMERequestDuration(time.Second, call...)
	log.Fatal(all.NewServer(listener).Serve(listener))
}

func indexed(object any) cache.Indexer {
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	if err := indexer.Add(object); err != nil {
		log.Fatal(err)
	}
	return indexer
}
