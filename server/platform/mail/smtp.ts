import { Readable } from "node:stream";
import addressparser from "nodemailer/lib/addressparser";
import MailComposer from "nodemailer/lib/mail-composer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { env, isLoopback } from "@/server/env";

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** A mail for the mail server. */
export interface SmtpMail {
  id: string;
  recipient: string;
  /** Name of the sender, and the address for replies; absent: as in `MAIL_FROM`. */
  sender?: string;
  replyTo?: string;
  subject: string;
  text: string;
  /** Refers to the picture, if there is one, as `cid:` and its id. */
  html?: string;
  picture?: { id: string; png: Uint8Array } | undefined;
}

/**
 * Called when the server has agreed to take the contents, right before they are sent. Returns true once the hand-over is recorded. If it
 * returns false or throws, nothing is sent.
 */
export type HandOver = () => Promise<boolean>;

/**
 * Attempt to send a mail: `error` is null if the server accepted it. `step` is how far the attempt got: before `HandOver` returned, until
 * it returned false, or beyond.
 */
export interface SmtpAttempt {
  error: SMTPConnection.SMTPError | null;
  step: "before" | "declined" | "handed_over";
}

/** A connection for one mail after another, until one is not accepted. */
export interface SmtpConnection {
  send(mail: SmtpMail, handOver: HandOver): Promise<SmtpAttempt>;
  close(): void;
}

interface SmtpOptions extends SMTPConnection.Options {
  auth?: SMTPConnection.Credentials;
}

/**
 * Connects to the mail server of `SMTP_URL`, and signs in if the address contains credentials. Rejects with an error whose `code` or
 * `responseCode` says why it failed; `EAUTH` if the server takes no credentials.
 */
export async function connectToMailServer(): Promise<SmtpConnection> {
  const { auth, ...options } = smtpOptions(env().SMTP_URL ?? "");
  const connection = new SMTPConnection(options);
  // An error between two mails is reported by the next mail.
  connection.on("error", () => {});
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.once("end", () => reject(failure("ECONNECTION", "The server closed the connection")));
      connection.connect((error) => {
        // Also if the server closes the connection before it greets.
        if (error) reject(error);
        else if (!auth) resolve();
        // Without signing in, the server may refuse each mail permanently.
        else if (!connection.allowsAuth) reject(failure("EAUTH", "The server takes no credentials"));
        else connection.login({ credentials: auth }, (error) => (error ? reject(error) : resolve()));
      });
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  sendAtOnce(connection);
  return { send: (mail, handOver) => send(connection, mail, handOver), close: () => connection.close() };
}

/**
 * Returns how to reach a mail server, for mails to people of the portal and messages to customers alike. A mail goes to another machine
 * over TLS only (`smtps://`, or STARTTLS), unless `UNENCRYPTED` contains `smtp`. If the server offers no TLS, nothing is sent and the
 * connection fails with the code `ETLS`. Settings in the query of `SMTP_URL` cannot loosen this rule.
 */
export function smtpOptions(address: string): SmtpOptions {
  const requireTLS = !isLoopback(new URL(address).hostname) && !env().UNENCRYPTED.includes("smtp");
  return {
    ...(parseConnectionUrl(address) as SmtpOptions),
    // Otherwise a server, or an attacker in between, could continue without TLS.
    ...(requireTLS && { requireTLS, ignoreTLS: false, opportunisticTLS: false }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
}

function failure(code: string, message: string): SMTPConnection.SMTPError {
  return Object.assign(new Error(message), { code });
}

/**
 * Makes the system send the end of each mail at once, in a packet of its own. Otherwise it holds the end back until the server has
 * acknowledged the previous packet, which takes 40 ms a mail. The library has no option for this.
 */
function sendAtOnce(connection: SMTPConnection): void {
  if (connection._socket) connection._socket.setNoDelay(true);
}

async function send(connection: SMTPConnection, mail: SmtpMail, handOver: HandOver): Promise<SmtpAttempt> {
  const message = compose(mail);
  const contents = await message.build();
  let step: SmtpAttempt["step"] = "before";
  let handingOver: Promise<boolean> | undefined;
  let isOver = false;

  // Read once the server has answered DATA. After an earlier failure it is read too, only to be discarded. Until the last line is sent, the
  // server has accepted nothing; a stream that ends in an error has no last line.
  async function* contentsOnceHandedOver() {
    if (isOver) throw new Error("over");
    handingOver = handOver();
    if (!(await handingOver)) step = "declined";
    if (step === "declined" || isOver) throw new Error("over");
    step = "handed_over";
    yield contents;
  }
  const error = await sendContents(connection, message.getEnvelope(), contentsOnceHandedOver(), () => {
    isOver = true;
  });
  if (!error) return { error, step };

  // The server accepts nothing more on this connection.
  connection.close();
  // `handOver` must have ended before the outcome is returned.
  await handingOver?.catch(() => {});
  return { error, step };
}

/** Sends the contents. Calls `onOver` as soon as the server has answered or failed. Resolves with the error; null if there was none. */
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
    const closed = () => settle(failure("ECONNECTION", "The server closed the connection"));
    connection.once("error", settle);
    connection.once("end", closed);
    connection.send({ from, to }, Readable.from(contents, { objectMode: false }), settle);
  });
}

function compose({ id, recipient, sender, replyTo, subject, text, html, picture }: SmtpMail) {
  const { MAIL_FROM = "", PUBLIC_URL } = env();
  const [from] = addressparser(MAIL_FROM, { flatten: true });
  const name = sender ?? from?.name ?? "";
  return new MailComposer({
    from: { name, address: from?.address ?? "" },
    // An object, so that no part of it is read as a list.
    to: { name: "", address: recipient },
    ...(replyTo && { replyTo: { name, address: replyTo } }),
    subject,
    text,
    html,
    attachments: picture
      ? [{ cid: picture.id, content: Buffer.from(picture.png), contentType: "image/png", contentDisposition: "inline", filename: false }]
      : [],
    // If a mail is sent twice because its delivery could not be recorded, mail programs show it once.
    messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}
