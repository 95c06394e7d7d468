import { App } from "cdk8s";
import { loggingFlows } from "../../components/logging/flows";
import { postfixDeliveryFailure } from "../../components/relay/detectors/postfix-delivery-failure";
import { flows } from "../../lib/checks/flows";
import { Bundle } from "../../lib/gitops/bundle";
import { manifestsOf } from "../../lib/gitops/manifest";
import { type Detector, detectorsAt, type LocalDetector, patternOf } from "../../lib/logs/detector";
import type { Platform } from "../../lib/platform/platform";
import { COMPONENTS } from "../../lib/site/component";
import { namespaceMap } from "../../lib/site/namespace-map";
import { add, change, manifestOf, remove, SITE, SMALL, smallPlatform, whats } from "./small-platform";

const MATCH = "spec.match";
const GREP = "spec.filters.0.grep";
const BUFFER = "spec.http.buffer";
const POSTFIX = String(patternOf(postfixDeliveryFailure));

test("the example installation passes", () => {
  expect(flows.run(SMALL)).toEqual([]);
});

describe("what a flow matches (specification, part 8)", () => {
  const exclude = { exclude: { namespaces: ["kube-system", "logging"] } };
  const catchAll = (match: unknown, base: Platform = SMALL) => change("ClusterFlow/catch-all", MATCH, match, base);
  const withoutGrep = change("ClusterFlow/catch-all", "spec.filters", undefined);

  test("an exclude alone never matches, though the status says Active", () => {
    expect(flows.run(catchAll([exclude]))).toEqual([
      {
        where: 'dist/monitoring-logging-flows/flow-catch-all.yml ClusterFlow "catch-all"',
        what: "it only excludes: such a flow never matches a record, though its status says Active",
        fix: "put `select: {}` first, then the exclude (specification, part 8)",
      },
    ]);
  });

  test.each<[string, Platform, string[]]>([
    ["an exclude before the select", catchAll([exclude, { select: {} }]), ["an exclude stands before the first select"]],
    ["an empty list", catchAll([]), ["its match list is empty", expect.stringContaining("it ships the namespaces kube-system, logging")]],
    ["no list", catchAll(undefined), ["it ships the namespaces kube-system, logging, whose logs it makes longer by shipping them"]],
    [
      "select and exclude in one entry, which the operator refuses",
      catchAll([{ select: {}, ...exclude }]),
      ["one entry of its match list holds both select and exclude, which the operator refuses"],
    ],
    [
      "an exclude without the grep that does its work",
      withoutGrep,
      ["it excludes kube-system, logging after a select, where the router never looks"],
    ],
    [
      "a grep for other namespaces than the exclude",
      change("ClusterFlow/catch-all", `${GREP}.exclude.0.pattern`, "/^(?:logging)$/"),
      ["it excludes kube-system, logging after a select, where the router never looks"],
    ],
    [
      "a grep on another key",
      change("ClusterFlow/catch-all", `${GREP}.exclude.0.key`, "namespace"),
      ["it excludes kube-system, logging after a select, where the router never looks"],
    ],
    [
      "the log plane's own namespace let in",
      change(
        "ClusterFlow/catch-all",
        `${GREP}.exclude.0.pattern`,
        "/^(?:kube-system)$/",
        catchAll([{ select: {} }, { exclude: { namespaces: ["kube-system"] } }]),
      ),
      ["it ships the namespaces logging, whose logs it makes longer by shipping them"],
    ],
  ])("%s", (_, platform, found) => {
    expect(whats(flows, platform)).toEqual(found);
  });
});

describe("a flow and its detector", () => {
  test("a pattern that differs is shown beside the detector's, key by key", () => {
    const narrower = change("ClusterFlow/postfix", `${GREP}.regexp.1.pattern`, "/status=bounced/");
    expect(flows.run(narrower)).toEqual([
      {
        where: 'dist/monitoring-logging-flows/flow-postfix.yml ClusterFlow "postfix"',
        what: `its grep on "log" is /status=bounced/, its detector "PostfixDeliveryFailure" looks for ${POSTFIX}`,
        fix: "make the flow from the detector (components/logging/flows.ts): one pattern, both places",
      },
    ]);
  });

  const narrowed =
    'it holds other conditions than its detector "PostfixDeliveryFailure": lines that match could stay out, or lines that only quote come in';
  test.each<[string, Platform, string[]]>([
    [
      "the other key",
      change("ClusterFlow/postfix", `${GREP}.regexp.1.key`, "message"),
      [`its grep on "log" is missing, its detector "PostfixDeliveryFailure" looks for ${POSTFIX}`],
    ],
    [
      "the platform's own plane let in, whose programs quote",
      change("ClusterFlow/pod-io", `${GREP}.and`, undefined),
      [narrowed.replace("PostfixDeliveryFailure", "PodIOError")],
    ],
    [
      "the journal left out with it",
      change("ClusterFlow/pod-io", `${GREP}.and.0.exclude.1`, undefined),
      [narrowed.replace("PostfixDeliveryFailure", "PodIOError")],
    ],
    [
      "no filter at all",
      change("ClusterFlow/redis-bgsave", "spec.filters", undefined),
      [expect.stringContaining('its grep on "log" is missing')],
    ],
    [
      "another namespace",
      change("ClusterFlow/postfix", `${MATCH}.0.select.namespaces`, ["mail-2"]),
      ['it selects namespaces [mail-2], its detector "PostfixDeliveryFailure" looks at mail'],
    ],
    [
      "one namespace where the detector looks at all",
      change("ClusterFlow/pod-io", `${MATCH}.0.select.namespaces`, ["git"]),
      ['it selects namespaces [git], its detector "PodIOError" looks at all'],
    ],
    [
      "other pods",
      change("ClusterFlow/postfix", `${GREP}.regexp.0.pattern`, "/^mail-0$/"),
      [expect.stringContaining("it takes pods /^mail-0$/, its detector")],
    ],
    [
      "pods of any name",
      change("ClusterFlow/postfix", `${GREP}.regexp`, [{ key: "log", pattern: POSTFIX }]),
      [expect.stringContaining('it takes pods of any name, its detector "PostfixDeliveryFailure" /^(?:mail')],
    ],
    ["only pods with a label", change("ClusterFlow/postfix", `${MATCH}.0.select.labels`, { app: "mail" }), [narrowed]],
    ["only one container", change("ClusterFlow/postfix", `${MATCH}.0.select.container_names`, ["postfix"]), [narrowed]],
    [
      "a second grep",
      change("ClusterFlow/postfix", "spec.filters.1", { grep: { regexp: [{ key: "stream", pattern: "/stderr/" }] } }),
      [narrowed],
    ],
    ["lines it leaves out", change("ClusterFlow/postfix", `${GREP}.exclude`, [{ key: "log", pattern: "/status=deferred/" }]), [narrowed]],
    [
      "a condition on another key",
      change("ClusterFlow/redis-bgsave", `${GREP}.regexp.1`, { key: "stream", pattern: "/stderr/" }),
      [
        'it holds other conditions than its detector "RedisBGSAVEFailure": lines that match could stay out, or lines that only quote come in',
      ],
    ],
    ["a second alternative", change("ClusterFlow/postfix", `${GREP}.or`, [{ regexp: [{ key: "log", pattern: "/./" }] }]), [narrowed]],
  ])("%s", (_, platform, found) => {
    expect(whats(flows, platform)).toEqual(found);
  });

  describe("of a component's namespaces", () => {
    const components = SITE.components.map((one) => (one.name === "Mail" ? { ...one, namespaces: ["post", "webmail"] } : one));
    const twoNamespaces = smallPlatform({ components });
    const [postfix] = SMALL.detectors.filter(({ flow }) => flow === "postfix");
    const others = SMALL.detectors.filter((one) => one !== postfix);

    test.each<[string, unknown, string[]]>([
      ["both of them", [{ select: { namespaces: ["post", "webmail"] } }], []],
      ["one of them left out", [{ select: { namespaces: ["post"] } }], ["[post]"]],
      ["one more", [{ select: { namespaces: ["post", "webmail", "git"] } }], ["[post, webmail, git]"]],
      ["the word of the example", [{ select: { namespaces: ["mail"] } }], ["[mail]"]],
      ["an empty list, which selects every namespace", [{ select: { namespaces: [] } }], ["[]"]],
    ])("%s", (_, match, selected) => {
      expect(whats(flows, change("ClusterFlow/postfix", MATCH, match, twoNamespaces))).toEqual(
        selected.map((list) => `it selects namespaces ${list}, its detector "PostfixDeliveryFailure" looks at post, webmail`),
      );
    });

    test("where the component has none, the flow that is still there has no detector", () => {
      expect(whats(flows, { ...SMALL, detectors: others })).toEqual([
        "it feeds the relay and belongs to no detector; its volume overflows the relay's buffer",
      ]);
    });

    test.each(COMPONENTS)("is what the flow is made of, for %s", (component) => {
      const { namespaces: _, pods: __, ...declaration } = postfix as LocalDetector;
      const detectors = detectorsAt(namespaceMap(SITE), [{ ...declaration, scope: { component } }]);
      const app = new App();
      loggingFlows(new Bundle(app, "flows", { namespace: "logging" }), SITE, detectors);
      expect(flows.run({ ...SMALL, detectors, manifests: manifestsOf(app) })).toEqual([]);
      expect(detectors).toHaveLength(1);
    });

    describe("for Platform, which has every namespace that nobody else has", () => {
      const scope = { component: "Platform" } as const;
      const { scope: _, namespaces: __, pods: ___, ...declaration } = postfix as LocalDetector;
      const detectors = [...others, ...detectorsAt(namespaceMap(SITE), [{ ...declaration, scope }])];
      const foreign = Object.entries(namespaceMap(SITE)).flatMap(([namespace, component]) => (component === "Platform" ? [] : [namespace]));
      const excluding = (namespaces: readonly string[], pattern = `/^(?:${namespaces.join("|")})$/`): Platform => {
        const match = [{ select: {} }, { exclude: { namespaces } }];
        const all = change("ClusterFlow/postfix", `${GREP}.exclude`, [{ key: "$.kubernetes.namespace_name", pattern }]);
        return {
          ...change(
            "ClusterFlow/postfix",
            MATCH,
            match,
            change("ClusterFlow/postfix", `${GREP}.regexp`, [{ key: "log", pattern: POSTFIX }], all),
          ),
          detectors,
        };
      };
      const sorted = foreign.sort();

      test("excludes everybody else's", () => {
        expect(whats(flows, excluding(sorted))).toEqual([]);
      });

      test("excludes one too few, or too many", () => {
        const looksAt = `its detector "PostfixDeliveryFailure" looks at all but ${sorted.join(", ")}`;
        for (const wrong of [sorted.slice(1), [...sorted, "git"]]) {
          expect(whats(flows, excluding(wrong))).toEqual([`it selects namespaces [] without [${wrong.join(", ")}], ${looksAt}`]);
        }
      });

      test("selects what is listed for it, and loses what nobody lists", () => {
        const listed = { ...change("ClusterFlow/postfix", `${MATCH}.0.select.namespaces`, ["git"]), detectors };
        expect(whats(flows, listed)).toContainEqual(expect.stringContaining("it selects namespaces [git], its detector"));
      });
    });
  });

  test("a detector without a flow can never fire", () => {
    expect(flows.run(remove("ClusterFlow/redis-bgsave"))).toEqual([
      {
        where: 'detector "RedisBGSAVEFailure"',
        what: 'no flow "redis-bgsave" feeds it: the alert can never fire',
        fix: 'let flow "redis-bgsave" ship to output "relay"',
      },
    ]);
  });

  const unfed = 'no flow "redis-bgsave" feeds it: the alert can never fire';
  test.each<[string, Platform, string[]]>([
    ["a flow that ships elsewhere", change("ClusterFlow/redis-bgsave", "spec.globalOutputRefs", ["router"]), [unfed]],
    ["a flow that ships nowhere", change("ClusterFlow/redis-bgsave", "spec.globalOutputRefs", undefined), [unfed]],
    ["a flow of one namespace's own", change("ClusterFlow/redis-bgsave", "kind", "Flow"), [unfed]],
    [
      "a flow where the operator does not look",
      change("ClusterFlow/redis-bgsave", "metadata.namespace", "monitoring"),
      [unfed, 'it stands in namespace "monitoring", where the operator never reads it'],
    ],
    [
      "no detector behind a flow",
      { ...SMALL, detectors: SMALL.detectors.filter(({ flow }) => flow !== "pod-io") },
      ["it feeds the relay and belongs to no detector; its volume overflows the relay's buffer"],
    ],
    [
      "the catch-all widened to feed the relay",
      change("ClusterFlow/catch-all", "spec.globalOutputRefs", ["router", "relay"]),
      ["it feeds the relay and belongs to no detector; its volume overflows the relay's buffer"],
    ],
    [
      "the catch-all through another output with the relay's address",
      change(
        "ClusterFlow/catch-all",
        "spec.globalOutputRefs",
        ["router", "relay-2"],
        add({ ...manifestOf("ClusterOutput/relay").object, metadata: { name: "relay-2", namespace: "logging" } }),
      ),
      ["it feeds the relay and belongs to no detector; its volume overflows the relay's buffer"],
    ],
  ])("%s", (_, platform, found) => {
    expect(whats(flows, platform).sort()).toEqual([...found].sort());
  });
});

describe("a detector", () => {
  const sample: LocalDetector = {
    ...(SMALL.detectors.find(({ flow }) => flow === "redis-bgsave") as LocalDetector),
    lines: [/disk on fire/],
    modernLines: [],
    fires: ["the disk on fire"],
    silent: ["the disk"],
  };
  // what its flow then lacks is another finding
  const judged = (changes: Partial<Detector>) =>
    flows.run({ ...SMALL, detectors: [{ ...sample, ...changes }] }).filter(({ where }) => where.startsWith("detector "));

  test("with a sound pattern and lines passes", () => {
    expect(judged({})).toEqual([]);
  });

  test("with look-behind says where in the pattern, and what to do", () => {
    expect(judged({ lines: [/(?<=disk )on fire/] })).toEqual([
      {
        where: 'detector "RedisBGSAVEFailure" (components/relay/detectors)',
        what: "pattern /(?<=disk )on fire/ at offset 0: look-behind takes other patterns in Ruby than in JavaScript; match the text itself, or test it in the detector's `where`",
        fix: "write it so that the aggregator and the relay read it alike (lib/logs/pattern.ts)",
      },
    ]);
  });

  test.each<[string, Partial<Detector>, string]>([
    ["an unbounded repeat", { lines: [/disk.*fire/] }, '"*" has no upper bound'],
    ["an unbounded repeat in a modern line", { modernLines: [/disk.+fire/] }, '"+" has no upper bound'],
    ["an anchor", { lines: [/^disk on fire/] }, 'anchor "^" is a line anchor in Ruby'],
    ["a pattern that matches every line", { lines: [/(?:on fire)?/] }, "it matches the empty text"],
    ["a flag that Ruby reads otherwise", { lines: [/disk on fire/s] }, 'flag "s" is not read alike'],
    ["two wide gaps in a row", { lines: [/a[^\n]{0,400}b[^\n]{0,400}c/] }, "matching may take"],
    ["an anchor in the pod's name", { scope: { pod: "^mail" } }, 'anchor "^" is a line anchor in Ruby'],
    ["a pod's name that is no pattern", { scope: { pod: "mail(" } }, 'unclosed "("'],
    [
      "a line it must fire on and misses",
      { fires: ["the disk is on fire"] },
      'it must fire on "the disk is on fire" and does not match it',
    ],
    ["a line it must be silent on and catches", { silent: ["no disk on fire"] }, 'it must stay silent on "no disk on fire" and matches it'],
  ])("with %s", (_, changes, what) => {
    expect(judged(changes).map((finding) => finding.what)).toContainEqual(expect.stringContaining(what));
  });

  test("with a pattern that no line needs names the pattern: it may be misspelt, and nobody would miss it", () => {
    const finding = (pattern: string) => ({
      where: 'detector "RedisBGSAVEFailure" (components/relay/detectors)',
      what: `no line of \`fires\` needs its pattern ${pattern}: without it the others still match`,
      fix: "correct the pattern, add a line that it alone matches, or leave the pattern out",
    });
    expect(judged({ lines: [/disk on fire/, /dsik burns/] })).toEqual([finding("/dsik burns/")]);
    expect(judged({ modernLines: [/the disk on/] })).toEqual([finding("/the disk on/")]);
    expect(judged({ lines: [/disk on fire/, /disk burns/], fires: ["the disk on fire", "a disk burns"] })).toEqual([]);
  });

  test("may have a modern pattern that takes more than the specification's", () => {
    expect(judged({ modernLines: [/disk (?:on|in) fire/], fires: ["the disk on fire", "the disk in fire"] })).toEqual([]);
  });

  describe("with a pod pattern", () => {
    const scope = { pod: "mail-[0-9]{1,4}" };
    const pods = { fires: ["mail-0"], silent: ["webmail-0"] } as const;

    test("and pods on both sides of it passes", () => {
      expect(judged({ scope, pods })).toEqual([]);
    });

    test("that nothing needs is refused with the pattern", () => {
      expect(judged({ scope })).toEqual([
        {
          where: 'detector "RedisBGSAVEFailure" (components/relay/detectors)',
          what: "nothing needs its pod pattern /mail-[0-9]{1,4}/: no pod's name is listed that it takes or leaves out",
          fix: 'add for example pods: { fires: ["mail-0"], silent: ["webmail-0"] }',
        },
      ]);
    });

    test.each<[string, Partial<Detector>, string]>([
      [
        "leaves out a pod that it must look at",
        { scope: { pod: "mial-[0-9]" }, pods },
        'it must look at the pod "mail-0", and its pod pattern leaves it out',
      ],
      [
        "takes a pod that it must not look at",
        { scope: { pod: "(?:web)?mail-[0-9]" }, pods },
        'it must not look at the pod "webmail-0", and its pod pattern takes it',
      ],
      ["is not there", { pods }, "it lists `pods`, and its scope takes every pod"],
    ])("that %s", (_, changes, what) => {
      expect(judged(changes).map((finding) => finding.what)).toEqual([what]);
    });
  });

  test("whose condition decides may match the lines it is silent on", () => {
    expect(judged({ silent: ["no disk on fire"], where: () => false })).toEqual([]);
  });

  test("a long line is cut in the message", () => {
    const [finding] = judged({ fires: [`${"x".repeat(100)} quiet`] });
    expect(finding?.what).toBe(`it must fire on "${"x".repeat(80)}..." and does not match it`);
  });
});

describe("an output", () => {
  test("with an interval and no mode ships ten minutes late (specification, part 8)", () => {
    expect(flows.run(change("ClusterOutput/router", `${BUFFER}.flush_mode`, undefined))).toEqual([
      {
        where: 'dist/monitoring-logging-flows/output-router.yml ClusterOutput "router" http.buffer',
        what: "flush_interval 5s stands without flush_mode: interval, and is ignored: logs would arrive ten minutes late",
        fix: "set `flush_mode: interval` beside it (lib/logs/buffer.ts makes both)",
      },
    ]);
  });

  test("that does not exist lists those that do", () => {
    expect(flows.run(change("ClusterFlow/catch-all", "spec.globalOutputRefs", ["router", "vector"]))).toEqual([
      {
        where: 'dist/monitoring-logging-flows/flow-catch-all.yml ClusterFlow "catch-all"',
        what: 'output "vector" does not exist',
        fix: "use one of: relay, router",
      },
    ]);
  });

  const relay = (field: string, value: unknown) => change("ClusterOutput/relay", field, value);
  const tooLarge = (size: string) => `a chunk may be ${size}, the relay takes 4194304 bytes and refuses more`;
  const late = "logs would arrive ten minutes late: the default of flush_mode is lazy";
  test.each<[string, Platform, string[]]>([
    ["in lazy mode", change("ClusterOutput/router", `${BUFFER}.flush_mode`, "lazy"), [expect.stringContaining("and is ignored")]],
    ["of the relay with chunks above its body limit", relay(`${BUFFER}.chunk_limit_size`, "5m"), [tooLarge("5m")]],
    [
      "of the relay with chunks of exactly its limit: the framing comes on top",
      relay(`${BUFFER}.chunk_limit_size`, "4m"),
      [tooLarge("4m")],
    ],
    ["of the relay with chunks in bytes", relay(`${BUFFER}.chunk_limit_size`, "4194303"), []],
    ["of the relay with chunks of any size", relay(`${BUFFER}.chunk_limit_size`, undefined), [tooLarge("of any size")]],
    ["of the relay with a size that fluentd does not read", relay(`${BUFFER}.chunk_limit_size`, "1MB"), [tooLarge("1MB")]],
    ["of the relay without a buffer", relay(BUFFER, undefined), [tooLarge("of any size"), late]],
    [
      "of the relay with neither interval nor mode",
      change("ClusterOutput/relay", `${BUFFER}.flush_mode`, undefined, relay(`${BUFFER}.flush_interval`, undefined)),
      [late],
    ],
    ["of the router with large chunks", change("ClusterOutput/router", `${BUFFER}.chunk_limit_size`, "64m"), []],
  ])("%s", (_, platform, found) => {
    expect(whats(flows, platform)).toEqual(found);
  });
});

test("two detectors can't share a flow", () => {
  const [first, second] = SMALL.detectors;
  const shared = { ...SMALL, detectors: SMALL.detectors.map((one) => (one === second && first ? { ...one, flow: first.flow } : one)) };
  expect(flows.run(shared)).toContainEqual({
    where: `detector "${second?.alert}"`,
    what: `its flow "${first?.flow}" is detector "${first?.alert}"'s too: one file can carry one pattern`,
    fix: "give each detector a flow of its own",
  });
});

test("the catch-all is there, and ships to the router", () => {
  expect(whats(flows, change("ClusterFlow/catch-all", "spec.globalOutputRefs", []))).toEqual([
    "it ships to nothing: live search and the log store get nothing",
  ]);
  expect(flows.run(remove("ClusterFlow/catch-all")).map(({ what }) => what)).toContain(
    "there is no such flow: live search and the log store get nothing",
  );
});
