import { Construct } from "constructs";
import { cloudnativePg } from "../components/databases/exporters";
import { streamsAt } from "../components/log-router/at-site";
import { routerScrape } from "../components/log-router/scrape";
import { STREAMS } from "../components/log-router/streams/all";
import { routerWorkload } from "../components/log-router/workload";
import { authorisation } from "../components/log-store/authorisation";
import { coordinator } from "../components/log-store/coordinator";
import { bucketKey, readerAccount, rootAccount } from "../components/log-store/credentials";
import { databasesOf, storeDatabases } from "../components/log-store/databases";
import { readerGateway } from "../components/log-store/gateway/construct";
import { storeConnections } from "../components/log-store/network";
import { postgresOperator } from "../components/log-store/prerequisite";
import { storeScrapes } from "../components/log-store/scrapes";
import { storeCautions, storeSetups } from "../components/log-store/setup";
import { singleStore, storeNode } from "../components/log-store/store";
import { AUTHORISATION, allOf, NODE_NAMES, NODE_ROLES, storeWorkloads } from "../components/log-store/workloads";
import { logstore } from "../dashboards/Logging/logstore";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { postgresCautions, postgresCluster, postgresScrape, postgresWorkload } from "../lib/workloads/postgres-cluster";
import { logStore as storeRules } from "../rules/log-store";
import { ownDatabases } from "../rules/own-databases";

/** Where everything is stored and searched, with its databases, and what lets others read. */
export const logStore: Part = {
  name: "log-store",
  at: (site) => {
    const { logging: namespace, monitoring, orchestrator } = site.namespaces;
    const plane = storeWorkloads(site);
    const databases = storeDatabases(site);
    const clusters = databasesOf(databases);
    const workloads = [...allOf(plane), ...clusters.map(postgresWorkload)];
    const own = storeScrapes(site, plane);
    const scrapes = [
      own.front,
      ...own.nodes,
      ...(own.authorisation === undefined ? [] : [own.authorisation]),
      ...clusters.map((cluster) => postgresScrape(cluster, cloudnativePg)),
    ];
    const router = routerScrape(routerWorkload(site));
    const backedUp = clusters.filter(({ backups }) => backups !== undefined);
    const rules = [storeRules({ ...own, router }), ...(backedUp.length === 0 ? [] : [ownDatabases(backedUp)])];
    const bucket = site.log_store?.object_storage;
    const ofSection = [...(bucket === undefined ? [] : [bucketKey(site, bucket)]), ...(plane.gateway ? [readerAccount(site)] : [])];
    const ofBackups = [...new Map(backedUp.flatMap(({ backups }) => backups?.credential ?? []).map((one) => [one.name, one])).values()];
    const asked = (name: string) => ({ job: name });
    return {
      declares: {
        workloads,
        connections: storeConnections(site, plane, databases),
        scrapes,
        dashboards: [logstore({ streams: streamsAt(site, STREAMS), pods: plane.front })],
        rules,
        withheld: [
          ...withheld(
            { exporter: "a distributed log store", until: "write scale: cluster and log_store.object_storage" },
            [storeRules({ front: own.front, nodes: [asked(NODE_NAMES.ingester), asked(NODE_NAMES.querier)], router })],
            rules,
          ),
          ...withheld(
            { exporter: "the log store's authorisation service", until: "write log_store.edition: enterprise" },
            [storeRules({ front: own.front, nodes: own.nodes, authorisation: asked(AUTHORISATION), router })],
            rules,
          ),
          ...withheld(
            { exporter: "databases of ours that are backed up", until: "write databases.backups" },
            [ownDatabases(clusters)],
            rules,
          ),
        ],
        credentials: [rootAccount(site), ...ofSection, ...ofBackups],
        prerequisites: [postgresOperator(site)],
        outsideSetups: storeSetups(site, plane),
        cautions: [...storeCautions(site), ...postgresCautions(clusters)],
        // the store and its database stay
        sections: [
          ...(site.log_store === undefined ? [] : [{ section: "log_store", bundles: [], credentials: ofSection }]),
          ...(site.databases === undefined ? [] : [{ section: "databases", bundles: [], credentials: ofBackups }]),
        ],
      },
      bundles: ({ paths }) => [
        {
          name: "monitoring-log-store",
          namespace,
          build: (bundle) => {
            for (const cluster of clusters) postgresCluster(bundle, cluster);
            if (plane.coordinator) coordinator(new Construct(bundle, "coordinator"), site, plane.coordinator);
            if (plane.authorisation && databases.authorisation)
              authorisation(new Construct(bundle, "authorisation"), site, plane.authorisation, databases.authorisation);
            if (plane.nodes === undefined) singleStore(new Construct(bundle, "store"), site, plane, databases.metadata);
            else for (const role of NODE_ROLES) storeNode(new Construct(bundle, role), site, role, plane, databases.metadata);
            if (plane.gateway) readerGateway(new Construct(bundle, "gateway"), site, plane.gateway);
            for (const workload of workloads) workloadPolicy(bundle, workload, paths, orchestrator);
            for (const scrape of scrapes) scrapeObject(bundle, scrape, monitoring);
          },
        },
      ],
    };
  },
};
