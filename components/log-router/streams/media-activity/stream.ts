import type { Stream } from "../../../../lib/logs/stream";

const pod = (namespace_name: string, pod_name: string, container_name: string) => ({
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: { namespace_name, pod_name, container_name, host: "node-1", labels: { app: container_name } },
});

export const mediaActivity = {
  name: "media_activity",
  what: "who played what on the media server",
  source: "aggregator",
  recognised: `text = string(.log) ?? ""
match(text, r'Playback (?:start|stopped) reported by app "') || match(text, r'Authentication request for "?[^" ]{1,255}"? has (?:succeeded|been denied)')`,
  program: "components/log-router/streams/media-activity/program.vrl",
  columns: {
    action: { type: "text", what: "started, stopped, signed in or refused" },
    title: { type: "text", what: "that was played", isPersonal: true },
    app: { type: "text", what: "that it was played with" },
    user: { type: "text", what: "who signed in", isPersonal: true },
    position_seconds: { type: "float", what: "where it was stopped" },
  },
  retentionDays: 30,
  busy: { recordsPerSecond: 1, bytesPerRecord: 700 },
  samples: [
    {
      record: {
        log: '[2026-11-02 10:00:00.250 +00:00] [INF] [25] Emby.Server.Implementations.Session.SessionManager: Playback stopped reported by app "Web" "10.10.1" playing "The "long" film". Stopped at "5400500" ms',
        ...pod("media", "jellyfin-0", "jellyfin"),
      },
      columns: { service_name: "jellyfin", action: "stopped", title: 'The "long" film', app: "Web", position_seconds: 5400.5 },
    },
    {
      record: {
        log: '[2026-11-02 10:00:01.250 +00:00] [INF] [7] Jellyfin.Server.Implementations.Users.UserManager: Authentication request for "eva" has been denied (IP: "192.168.1.77").',
        ...pod("media", "jellyfin-0", "jellyfin"),
      },
      columns: { action: "refused", user: "eva" },
    },
  ],
} as const satisfies Stream;
