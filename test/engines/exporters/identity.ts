import { freePort } from "../../free-port";
import { startProcess } from "../engine";
import type { RealExporter } from "./real-exporter";

const ADMIN = { name: "admin", password: "correct-horse" };

/** Keycloak on a database in its memory, after a login that went well and one that did not. */
export const identityExporter: RealExporter = {
  scrape: "identity",
  start: async () => {
    const [http, port] = [await freePort(), await freePort()];
    const keycloak = await startProcess(
      "keycloak",
      [
        "start",
        "--optimized",
        "--cache=local",
        "--http-enabled=true",
        "--http-host=127.0.0.1",
        `--http-port=${http}`,
        `--http-management-port=${port}`,
        "--hostname-strict=false",
      ],
      {
        ready: `http://127.0.0.1:${port}/health/ready`,
        // 10 s by itself; it makes its tables first, on every processor there is
        startMilliseconds: 240_000,
        env: {
          KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.name,
          KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
          JAVA_OPTS_APPEND: "-Djava.net.preferIPv4Stack=true",
        },
      },
    );
    for (const password of [ADMIN.password, "wrong"]) {
      await fetch(`http://127.0.0.1:${http}/realms/master/protocol/openid-connect/token`, {
        method: "POST",
        body: new URLSearchParams({ client_id: "admin-cli", grant_type: "password", username: ADMIN.name, password }),
      });
    }
    return { port, stop: keycloak.stop };
  },
};
