import { createTransport } from "nodemailer";
import { env } from "@/server/env";
import { smtpOptions } from "./smtp-options";

/** A mail to be sent. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
}

/** Hands a mail to the mail server; rejects when the server does not accept it. */
export type Transport = (mail: OutgoingMail) => Promise<void>;

/** Transport for the configured SMTP server; undefined without one. */
export function smtpTransport(): Transport | undefined {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  if (!SMTP_URL) return undefined;
  const transporter = createTransport({ ...smtpOptions(SMTP_URL), disableFileAccess: true, disableUrlAccess: true });
  const { hostname } = new URL(PUBLIC_URL);
  return async ({ id, recipient, subject, body }) => {
    await transporter.sendMail({
      from: MAIL_FROM,
      // An object, so that no part of it is read as a list.
      to: { name: "", address: recipient },
      subject,
      text: body,
      // If a mail is sent twice because its delivery could not be recorded, mail programs show it once.
      messageId: `<${id}@${hostname}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}
