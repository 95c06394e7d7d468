import { ingressNginxSeries } from "../components/ingress/series";
import { byNamespace } from "../lib/alerts/owner";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, not } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { fallenSilent } from "./fallen-silent";
import { manyCounted } from "./many-counted";
import { stepping } from "./proof-counter";
import { surge } from "./surge";

/** Per second: 90 in half an hour, so that none is no chance. */
const USUAL = 0.05;
/** In half an hour, at all sites: where none gets any, the ingress or the line stands, which others tell. */
const OTHERS_REQUESTS = 100;
/** In half an hour, none of which got what it asked for. */
const VAIN_REQUESTS = 30;
/** In a quarter of an hour: one every three seconds, which no forgotten password makes. */
const REFUSED_LOGINS = 300;
/** Per second: less a site has to bear. */
const FLOOD = 20;

/** What becomes of the visits of each host, as the ingress sees it: websites, webmail and all else, each of its namespace's component. */
export function websites(site: Site, { job }: Scraped): RuleBundle {
  const { nginx_ingress_controller_requests: requests } = ingressNginxSeries;
  const by = "namespace, host";
  const named = { job, host: not("") };
  const good = { ...named, status: matches("2..|2xx|304") };

  // proofs: a site, and another
  const request = {
    job,
    instance: "10.42.1.51:10254",
    controller_namespace: "ingress-nginx",
    controller_class: "k8s.io/ingress-nginx",
    controller_pod: "ingress-nginx-controller-7d9c5b6f4-x2x8p",
    namespace: "websites",
    ingress: "web",
    service: "web",
    host: "www.example.org",
    method: "GET",
    path: "/",
    status: "200",
  };
  const other = { ...request, namespace: "notes", ingress: "notes", service: "notes", host: "notes.example.org" };
  const redirected = { ...request, status: "302" };
  const hourly = (count: number) => stepping([[4 * 1440, count / 60]]);

  const visitorsNone = fallenSilent({
    by,
    counts: requests(named),
    quiet: minutes(30),
    usual: USUAL,
    and: `on () sum(increase(${requests(named)}[30m])) > ${OTHERS_REQUESTS}`,
    given: (counter) => ({ [requests(request)]: counter, [requests(other)]: hourly(2 * 1.05 * OTHERS_REQUESTS) }),
  });
  const [left] = visitorsNone.fires;
  const servedNone = fallenSilent({
    by,
    counts: requests(good),
    quiet: minutes(30),
    usual: USUAL,
    and: `on (${by}) sum by (${by}) (increase(${requests(named)}[30m])) > ${VAIN_REQUESTS}`,
    given: (counter) => ({ [requests(request)]: counter, [requests(redirected)]: hourly(2 * 1.05 * VAIN_REQUESTS) }),
  });
  const [vain] = servedNone.fires;

  return area("websites", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    alert("WebsiteNothingServed", {
      ...servedNone,
      severity: "critical",
      summary: "Nobody gets anything of {{ $labels.host }}",
      description: "Requests come, and none is answered well for half an hour: redirects in circles, refused, or pages that are gone.",
      inhibits: [{ alerts: ["IngressErrorsRising", "IngressRefusesMany"], sharing: ["namespace", "host"] }],
      silent: [...servedNone.silent, after(vain.after, { ...vain.series, [requests(redirected)]: hourly(2 * 0.95 * VAIN_REQUESTS) })],
    }),
    alert("WebsiteSilent", {
      ...visitorsNone,
      summary: "Nobody visits {{ $labels.host }} any more",
      description:
        "Not one request in half an hour, of which there were many, while other sites get theirs. Look at its name and its address.",
      silent: [...visitorsNone.silent, after(left.after, { ...left.series, [requests(other)]: hourly(2 * 0.95 * OTHERS_REQUESTS) })],
    }),
    alert("WebsiteFlooded", {
      ...surge({ by, counts: requests(named), least: FLOOD, given: (counter) => ({ [requests(request)]: counter }) }),
      keepFiringFor: minutes(30),
      summary: "{{ $labels.host }} is flooded with requests",
      description: "{{ $value | humanize }} in a second, many times the usual. Find who asks for what, and limit or block them.",
    }),
    alert("WebsiteLoginFailuresBurst", {
      ...manyCounted({
        by,
        counts: requests({ ...named, status: "401" }),
        window: minutes(15),
        most: REFUSED_LOGINS,
        given: (counter) => ({ [requests({ ...request, status: "401" })]: counter }),
      }),
      keepFiringFor: minutes(30),
      summary: "Many logins fail at {{ $labels.host }}",
      description: "{{ $value | humanize }} in a quarter of an hour: somebody guesses passwords, or a program has an old one.",
    }),
  ]);
}
