import { Socket } from "node:net";
import { Readable } from "node:stream";
import addressparser from "nodemailer/lib/addressparser/index.js";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import type { Invoice } from "@/db/schema/invoices";
import { env } from "@/server/env";
import { hasDevelopmentMailbox } from "@/server/platform/mail/development-mailbox";
import { smtpOptions } from "@/server/platform/mail/smtp-options";

/** A mail to a customer. */
export interface CustomerMail {
  id: string;
  recipient: string;
  locale: Invoice["locale"];
  /** The company's name. */
  sender: string;
  replyTo: string;
  subject: string;
  text: string;
  /** Refers to the picture, if there is one, as `cid:` and its id. */
  html: string;
  picture: { id: string; png: Uint8Array } | undefined;
}

/**
 * Called when the server has agreed to take the contents, right before they are sent: true once that is recorded. If it returns false or
 * throws, nothing is sent.
 */
export type HandOver = () => Promise<boolean>;

/** The outcome of a mail: accepted; refused, for now or for good; or unknown, because the server fell silent after the contents were sent. */
export type Outcome =
  | { state: "sent" }
  | { state: "not_handed_over" }
  | { state: "waiting" | "refused"; failure: string }
  | { state: "unknown"; failure: string };

/** A connection for one mail after another, until one is not accepted. */
export interface MailConnection {
  send(mail: CustomerMail, handOver: HandOver): Promise<Outcome>;
  close(): void;
}

/**
 * How mails to customers are sent: by the mail server; into the development mailbox, which is in the database; or not at all, in which case
 * nothing is charged or decided either. Sandboxes' mails are kept where the development mailbox keeps its own, unless the mail server is as
 * invented as their recipients (`isInvented`).
 */
export type Transport = { kind: "smtp"; connect(): Promise<MailConnection>; isInvented?: boolean } | { kind: "mailbox" } | { kind: "none" };

export function customerTransport(): Transport {
  if (env().SMTP_URL) return { kind: "smtp", connect };
  return hasDevelopmentMailbox() ? { kind: "mailbox" } : { kind: "none" };
}

async function connect(): Promise<MailConnection> {
  const { auth, ...options } = smtpOptions(env().SMTP_URL ?? "");
  const connection = new SMTPConnection(options);
  // An error between two mails is reported by the next mail.
  connection.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    connection.once("error", reject);
    connection.connect(() => (auth ? connection.login({ credentials: auth }, (error) => (error ? reject(error) : resolve())) : resolve()));
  });
  sendAtOnce(connection);
  return { send: (mail, handOver) => send(connection, mail, handOver), close: () => connection.close() };
}

/**
 * Sends the end of a mail in a packet of its own. Otherwise the system holds it back until the server has acknowledged the previous packet,
 * which takes 40 ms a mail. The library has no option for it.
 */
function sendAtOnce(connection: SMTPConnection): void {
  const socket: unknown = Reflect.get(connection, "_socket");
  if (socket instanceof Socket) socket.setNoDelay(true);
}

type Step = "before" | "declined" | "handed_over";

async function send(connection: SMTPConnection, mail: CustomerMail, handOver: HandOver): Promise<Outcome> {
  const message = compose(mail);
  const contents = await message.build();
  let step: Step = "before";
  let asked: Promise<boolean> | undefined;
  let isOver = false;

  // Read once the server has answered DATA; or, to be discarded, after an earlier failure. Until the last line is sent, the server has
  // accepted nothing; a stream that ends in an error has no last line.
  async function* whenAskedFor() {
    if (isOver) throw new Error("over");
    asked = handOver();
    if (!(await asked)) step = "declined";
    if (step === "declined" || isOver) throw new Error("over");
    step = "handed_over";
    yield contents;
  }
  const trouble = await sendContents(connection, message.getEnvelope(), whenAskedFor(), () => {
    isOver = true;
  });
  if (!trouble) return { state: "sent" };

  // The server accepts nothing more on this connection.
  connection.close();
  // `handOver` must have ended before the outcome is returned.
  await asked?.catch(() => {});
  return outcomeOf(trouble, step);
}

/** Sends the contents. Calls `onOver` as soon as it is over, and resolves with the error if it failed. */
function sendContents(
  connection: SMTPConnection,
  { from, to }: { from: string | false; to: string[] },
  contents: AsyncIterable<Buffer>,
  onOver: () => void,
): Promise<SMTPConnection.SMTPError | null> {
  return new Promise((resolve) => {
    const settle = (error: SMTPConnection.SMTPError | null) => {
      onOver();
      connection.off("error", settle);
      connection.off("end", closed);
      resolve(error);
    };
    const closed = () => settle(Object.assign(new Error("closed"), { code: "ECONNECTION" }));
    connection.once("error", settle);
    connection.once("end", closed);
    connection.send({ from, to }, Readable.from(contents, { objectMode: false }), settle);
  });
}

/** Only the server's own answer to the contents proves that it accepted none of them. */
function outcomeOf({ code, responseCode }: SMTPConnection.SMTPError, step: Step): Outcome {
  if (step === "declined") return { state: "not_handed_over" };
  const failure = String(responseCode ?? code ?? "error");
  if (step === "handed_over" && code !== "EMESSAGE") return { state: "unknown", failure };
  return { state: responseCode && responseCode >= 500 ? "refused" : "waiting", failure };
}

function compose({ id, recipient, sender, replyTo, subject, text, html, picture }: CustomerMail) {
  const { MAIL_FROM = "", PUBLIC_URL } = env();
  const [from] = addressparser(MAIL_FROM, { flatten: true });
  return new MailComposer({
    from: { name: sender, address: from?.address ?? "" },
    // An object, so that no part of it is read as a list.
    to: { name: "", address: recipient },
    replyTo: { name: sender, address: replyTo },
    subject,
    text,
    html,
    attachments: picture
      ? [{ cid: picture.id, content: Buffer.from(picture.png), contentType: "image/png", contentDisposition: "inline", filename: false }]
      : [],
    messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}
