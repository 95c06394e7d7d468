/** A mail server on loopback that takes mail over STARTTLS from an account alone, and keeps what it was sent. */
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { freePort } from "../free-port";
import { ownCertificate } from "./own-certificate";

export interface Mail {
  readonly isEncrypted: boolean;
  /** `<user>:<password>`, or nothing of a sender that named none. */
  readonly account: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The only part, decoded. */
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  /** Trusting it is what a client needs for this server, by its address. */
  readonly certificateFile: string;
  readonly mails: readonly Mail[];
  close(): void;
}

export async function startMailServer(): Promise<MailServer> {
  const { certificateFile, ...tls } = ownCertificate();
  const mails: Mail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    converse(socket, tls, mails);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, certificateFile, mails, close };
}

/** As much of RFC 5321, RFC 3207 and RFC 4954 as one sender needs. */
function converse(plain: Socket, tls: { readonly key: Buffer; readonly cert: Buffer }, mails: Mail[]): void {
  let mail = { isEncrypted: false, account: undefined as string | undefined, from: "", to: [] as string[] };
  let data: string[] | undefined;
  const answer = (socket: Socket, ...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(""));

  function take(socket: Socket, line: string): void {
    if (data !== undefined) {
      if (line !== ".") {
        data.push(line.replace(/^\./, ""));
        return;
      }
      mails.push({ ...mail, ...parsed(data) });
      data = undefined;
      answer(socket, "250 kept");
      return;
    }
    const [, verb = "", rest = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const [, mailbox = ""] = /<(.*)>/.exec(rest) ?? [];
    switch (verb.toUpperCase()) {
      case "EHLO":
        answer(socket, "250-mail", mail.isEncrypted ? "250 AUTH PLAIN" : "250 STARTTLS");
        break;
      case "STARTTLS":
        answer(socket, "220 go on");
        socket.removeAllListeners("data");
        mail = { ...mail, isEncrypted: true };
        listen(new TLSSocket(socket, { isServer: true, ...tls }));
        break;
      case "AUTH":
        mail.account = Buffer.from(rest.replace(/^PLAIN /, ""), "base64")
          .toString()
          .replace(/^\0/, "")
          .replace("\0", ":");
        answer(socket, "235 known");
        break;
      case "MAIL":
        mail.from = mailbox;
        answer(socket, "250 ok");
        break;
      case "RCPT":
        mail.to.push(mailbox);
        answer(socket, "250 ok");
        break;
      case "DATA":
        data = [];
        answer(socket, "354 go on");
        break;
      case "QUIT":
        answer(socket, "221 bye");
        socket.end();
        break;
      default:
        answer(socket, "502 unknown");
    }
  }

  function listen(socket: Socket): void {
    let rest = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(socket, line);
    });
  }
  answer(plain, "220 mail");
  listen(plain);
}

/** A mail of one part, as Alertmanager writes it: multipart/alternative, quoted-printable. */
function parsed(lines: readonly string[]): Pick<Mail, "headers" | "text"> {
  const end = lines.indexOf("");
  const headers = lines.slice(0, end).map((line): [string, string] => {
    const [, name = "", value = ""] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value];
  });
  const boundary = /boundary=(\w+)/.exec(lines.slice(0, end).join("\n"))?.[1] ?? "";
  const [, only = "", ...others] = lines.slice(end).join("\n").split(`--${boundary}`);
  if (boundary === "" || others.length !== 1) throw new Error(`a mail has not one part:\n${lines.join("\n")}`);
  const text = only.slice(only.indexOf("\n\n") + 2, -1);
  const bytes = text.replace(/=\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers: Object.fromEntries(headers), text: Buffer.from(bytes, "latin1").toString() };
}
