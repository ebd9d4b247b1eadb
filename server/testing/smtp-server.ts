import { createServer, type Socket } from "node:net";

export interface ReceivedMail {
  to: string;
  /** Raw headers and text. */
  data: string;
}

/** Steps of a mail. Each is reported before its answer; `answered` is reported after the answer to `contents`. */
export type SmtpStep = "greeted" | "sender" | "recipient" | "data" | "contents" | "answered";

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  /** While true, no mail is accepted. */
  refusing: boolean;
  /** The answer to a recipient while no mail is accepted. */
  refusal: string;
  /** `user:password` that a sender must give; null: senders need not sign in. */
  credentials: string | null;
  close(): Promise<void>;
}

/** Starts a mail server without TLS that accepts and keeps everything. */
export async function startSmtpServer(onStep: (step: SmtpStep) => void = () => {}, host = "127.0.0.1"): Promise<SmtpServer> {
  const server = createServer((socket) => converse(socket, smtp, onStep));
  const smtp: SmtpServer = {
    url: "",
    received: [],
    refusing: false,
    refusal: "450 not now",
    credentials: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  smtp.url = `smtp://${host}:${typeof address === "object" ? address?.port : ""}`;
  return smtp;
}

function converse(socket: Socket, smtp: SmtpServer, onStep: (step: SmtpStep) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let unread = "";
  let to = "";
  let inData = false;
  let isSignedIn = false;
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  socket.on("data", (chunk: string) => {
    unread += chunk;
    for (let end = unread.indexOf(ending()); end >= 0; end = unread.indexOf(ending())) {
      const text = unread.slice(0, end);
      unread = unread.slice(end + ending().length);
      if (inData) take(text);
      else answer(text);
    }
  });
  onStep("greeted");
  say("220 mail.example");

  function ending(): string {
    return inData ? "\r\n.\r\n" : "\r\n";
  }

  function take(data: string): void {
    inData = false;
    smtp.received.push({ to, data });
    onStep("contents");
    say("250 taken");
    onStep("answered");
  }

  function answer(line: string): void {
    const [, given] = /^AUTH PLAIN (.+)$/i.exec(line) ?? [];
    if (given !== undefined) {
      isSignedIn = Buffer.from(given, "base64").toString() === `\0${smtp.credentials?.replace(":", "\0")}`;
      say(isSignedIn ? "235 signed in" : "535 wrong credentials");
    } else if (/^EHLO/i.test(line) && smtp.credentials !== null) {
      say("250-mail.example");
      say("250 AUTH PLAIN");
    } else if (/^MAIL/i.test(line) && smtp.credentials !== null && !isSignedIn) {
      say("530 sign in first");
    } else if (/^MAIL/i.test(line)) {
      onStep("sender");
      say("250 go on");
    } else if (/^RCPT/i.test(line)) {
      to = /<(.*)>/.exec(line)?.[1] ?? "";
      onStep("recipient");
      say(smtp.refusing ? `${smtp.refusal}, ${to}` : "250 go on");
    } else if (/^DATA/i.test(line)) {
      inData = true;
      onStep("data");
      say("354 go on");
    } else if (/^STARTTLS/i.test(line)) {
      say("502 there is no TLS here");
    } else if (/^QUIT/i.test(line)) {
      say("221 bye");
      socket.end();
    } else say("250 go on");
  }
}
