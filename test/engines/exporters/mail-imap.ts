import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { engineFile, startProgram, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";

/** The metrics that site.yaml asks for. */
const METRICS = `metric auth_success {
  filter = event=auth_request_finished AND success=yes
}
metric auth_failures {
  filter = event=auth_request_finished AND NOT success=yes
}
metric imap_command {
  filter = event=imap_command_finished
  group_by = cmd_name tagged_reply_state
}
metric mail_delivery {
  filter = event=mail_delivery_finished
  group_by = duration:exponential:1:5:10
}
`;

/** Dovecot gives its rights away to this user of every Debian, which can't look into another's home: it runs from a copy. */
const USER = "mail";
const USER_ID = 8;

/** Dovecot's own statistics after a delivery and two commands. Needs root, as Dovecot does. */
export const imapExporter: RealExporter = {
  scrape: "mail-imap",
  start: async () => {
    const [port, folder] = [await freePort(), temporaryFolder()];
    const tree = join(folder, "dovecot");
    cpSync(engineFile("dovecot", ""), tree, { recursive: true, verbatimSymlinks: true });
    chmodSync(folder, 0o755);
    for (const name of ["run", "state", "mail"]) mkdirSync(join(folder, name));
    chownSync(join(folder, "mail"), USER_ID, USER_ID);
    const configuration = join(folder, "dovecot.conf");
    writeFileSync(
      configuration,
      `base_dir = ${folder}/run
state_dir = ${folder}/state
libexec_dir = ${tree}/lib/dovecot
mail_plugin_dir = ${tree}/lib/dovecot/modules
import_environment = LD_LIBRARY_PATH
default_internal_user = ${USER}
default_internal_group = ${USER}
default_login_user = nobody
protocols =
ssl = no
log_path = /dev/stderr
mail_location = maildir:${folder}/mail
mail_uid = ${USER}
mail_gid = ${USER}
first_valid_uid = 1
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
  inet_listener http {
    address = 127.0.0.1
    port = ${port}
  }
}
${METRICS}`,
    );
    const doveconf = join(tree, "bin/doveconf");
    const env = { LD_LIBRARY_PATH: `${tree}/lib/dovecot:${tree}/lib/x86_64-linux-gnu`, USER, HOME: join(folder, "mail") };
    const command = (service: string, program: string, ...more: string[]) => [
      ...["-f", `service=${service}`, "-c", configuration],
      ...["-e", join(tree, program), ...more, "-c", configuration],
    ];
    const dovecot = await startProgram(doveconf, command("master", "sbin/dovecot", "-F"), {
      ready: `http://127.0.0.1:${port}/metrics`,
      env,
    });
    // without the service that logs users in, which loads its modules from where Debian installs them
    const asUser = (input: string, args: string[]) =>
      execFileSync("setpriv", ["--reuid", USER, "--regid", USER, "--clear-groups", "--", doveconf, ...args], {
        input,
        env: { ...process.env, ...env },
        stdio: ["pipe", "pipe", "pipe"],
      });
    asUser("a SELECT INBOX\r\nb LOGOUT\r\n", command("imap", "lib/dovecot/imap"));
    asUser("From: somebody@example.test\n\nHello.\n", command("lda", "lib/dovecot/dovecot-lda", "-f", "somebody@example.test"));
    return { port, stop: dovecot.stop };
  },
};
