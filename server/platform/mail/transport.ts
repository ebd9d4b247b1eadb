import { env } from "@/server/env";
import { connectToMailServer } from "./smtp";

/** A mail to be sent. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  /** Name of the sender; absent: that of `MAIL_FROM`. */
  sender?: string;
  /** Address for replies; absent: that of `MAIL_FROM`. */
  replyTo?: string;
}

/** Sends a mail. Rejects if the mail server does not accept it. */
export type Transport = (mail: OutgoingMail) => Promise<void>;

/** Returns the transport that sends each mail over a connection of its own to the server of `SMTP_URL`; undefined without `SMTP_URL`. */
export function smtpTransport(): Transport | undefined {
  return env().SMTP_URL ? sendThroughServer : undefined;
}

async function sendThroughServer({ body: text, ...mail }: OutgoingMail): Promise<void> {
  const connection = await connectToMailServer();
  try {
    const handOver = () => Promise.resolve(true);
    const { error } = await connection.send({ ...mail, text }, handOver);
    if (error) throw error;
  } finally {
    connection.close();
  }
}
