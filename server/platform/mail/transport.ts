import { env } from "@/server/env";
import { connectToMailServer } from "./smtp";

/** A mail to be sent. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
}

/** Hands a mail to the mail server; rejects when the server does not accept it. */
export type Transport = (mail: OutgoingMail) => Promise<void>;

/** Transport for the configured SMTP server, over a connection for each mail; undefined without one. */
export function smtpTransport(): Transport | undefined {
  return env().SMTP_URL ? sendThroughServer : undefined;
}

async function sendThroughServer({ id, recipient, subject, body }: OutgoingMail): Promise<void> {
  const connection = await connectToMailServer();
  try {
    const { error } = await connection.send({ id, recipient, subject, text: body }, async () => true);
    if (error) throw error;
  } finally {
    connection.close();
  }
}
