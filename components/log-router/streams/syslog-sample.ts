/** A device's message (RFC 5424), as the router's source hands it on. Without a host or a program there stands a hyphen. */
export const syslog = (source_ip: string, hostname: string, program: string, said: string) => ({
  source_ip,
  message: `<29>1 2026-11-02T10:00:00Z ${hostname || "-"} ${program || "-"} - - - ${said}`,
  timestamp: "2026-11-02T10:00:00.250Z",
  source_type: "socket",
});
