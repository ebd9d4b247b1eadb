import type { Invoice } from "@/db/schema/invoices";
import { ADDRESS_REFUSED, isAddressRefused } from "@/server/domain/rules/mail-failures";
import { env } from "@/server/env";
import { hasDevelopmentMailbox } from "@/server/platform/mail/development-mailbox";
import { connectToMailServer, type HandOver, type SmtpAttempt, type SmtpMail } from "@/server/platform/mail/smtp";

/** A mail to a customer. */
export interface CustomerMail extends SmtpMail {
  locale: Invoice["locale"];
  /** The company's name. */
  sender: string;
  replyTo: string;
  html: string;
  picture: SmtpMail["picture"];
}

/**
 * The outcome of a mail:
 * - `sent`: the server accepted it.
 * - `not_handed_over`: `handOver` stopped it.
 * - `waiting`: the server refused it for now, or could not be reached.
 * - `refused`: the server refused it for good.
 * - `unknown`: the contents were sent, and the server did not answer.
 */
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
 * How mails to customers are sent:
 * - `smtp`: by the mail server. Mails of sandboxes go into the development mailbox instead, because their customers are invented. If the mail
 *   server is invented too (`isInvented`, for tests), it gets them.
 * - `mailbox`: into the development mailbox, which is in the database.
 * - `none`: not at all. Nothing is charged or decided either.
 */
export type Transport = { kind: "smtp"; connect(): Promise<MailConnection>; isInvented?: boolean } | { kind: "mailbox" } | { kind: "none" };

export function customerTransport(): Transport {
  if (env().SMTP_URL) return { kind: "smtp", connect };
  return hasDevelopmentMailbox() ? { kind: "mailbox" } : { kind: "none" };
}

async function connect(): Promise<MailConnection> {
  const connection = await connectToMailServer();
  return { send: async (mail, handOver) => outcomeOf(await connection.send(mail, handOver)), close: connection.close };
}

/** Error code of nodemailer: the server answered that it does not accept the contents. */
const CONTENTS_REFUSED = "EMESSAGE";

/** Returns the outcome of an attempt. Once the contents are sent, only the server's answer to them proves that it did not accept the mail. */
function outcomeOf({ error, step }: SmtpAttempt): Outcome {
  if (!error) return { state: "sent" };
  if (step === "declined") return { state: "not_handed_over" };
  const { code, responseCode } = error;
  const failure = String(responseCode ?? code ?? "error");
  if (step === "handed_over" && code !== CONTENTS_REFUSED) return { state: "unknown", failure };
  if (isAddressRefused(error)) return { state: "refused", failure: ADDRESS_REFUSED };
  return { state: responseCode && responseCode >= 500 ? "refused" : "waiting", failure };
}
