import { env } from "@/server/env";
import { connectToMailServer } from "./smtp";

/** A mail to be sent. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  /** Name of the sender, and the address for answers; absent: as in `MAIL_FROM`. */
  sender?: string;
  replyTo?: string;
}

/** Hands a mail to the mail server; rejects when the server does not accept it. */
export type Transport = (mail: OutgoingMail) => Promise<void>;

/** Transport for the configured SMTP server, over a connection for each mail; undefined without one. */
export function smtpTransport(): Transport | undefined {
  return env().SMTP_URL ? sendThroughServer : undefined;
}

async function sendThroughServer({ body: text, ...mail }: OutgoingMail): Promise<void> {
  const connection = await connectToMailServer();
  try {
    const { error } = await connection.send({ ...mail, text }, async () => true);
    if (error) throw error;
  } finally {
    connection.close();
  }
}
