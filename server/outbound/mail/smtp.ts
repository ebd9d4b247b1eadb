import { createTransport } from "nodemailer";
import { env } from "@/server/env";
import { smtpOptions } from "./smtp-options";

/** One mail on its way. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
}

/** Hands a mail over to be delivered; fails when it was not taken. */
export type Transport = (mail: OutgoingMail) => Promise<void>;

/** The SMTP server that was configured, if one was. */
export function smtpTransport(): Transport | undefined {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  if (!SMTP_URL) return undefined;
  const transporter = createTransport({ ...smtpOptions(SMTP_URL), disableFileAccess: true, disableUrlAccess: true });
  const { hostname } = new URL(PUBLIC_URL);
  return async ({ id, recipient, subject, body }) => {
    await transporter.sendMail({
      from: MAIL_FROM,
      // As an object, so that nothing in it is read as a list.
      to: { name: "", address: recipient },
      subject,
      text: body,
      // Should it be sent again because its delivery was not written down, a mail program shows it once.
      messageId: `<${id}@${hostname}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}
