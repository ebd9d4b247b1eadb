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
 * The outcome of a mail. `sent`: accepted. `not_handed_over`: `handOver` stopped it. `waiting`, `refused`: refused for now, or for good. `unknown`:
 * the server fell silent after the contents were sent.
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
 * How mails to customers are sent: by the mail server; into the development mailbox, which is in the database; or not at all, in which case
 * nothing is charged or decided either. Mails of sandboxes go into the same mailbox, unless the mail server is as invented as their recipients
 * (`isInvented`).
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

/** Translates the outcome of an attempt. Only the server's own answer to the contents proves that it accepted nothing. */
function outcomeOf({ error, step }: SmtpAttempt): Outcome {
  if (!error) return { state: "sent" };
  if (step === "declined") return { state: "not_handed_over" };
  const { code, responseCode } = error;
  const failure = String(responseCode ?? code ?? "error");
  if (step === "handed_over" && code !== "EMESSAGE") return { state: "unknown", failure };
  if (isAddressRefused(error)) return { state: "refused", failure: ADDRESS_REFUSED };
  return { state: responseCode && responseCode >= 500 ? "refused" : "waiting", failure };
}
