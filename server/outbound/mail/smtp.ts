import { createTransport } from "nodemailer";
import { env, isLoopback } from "@/server/env";

/** One mail on its way. */
interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
}

/** Hands a mail over to be delivered; fails when it was not taken. */
export type Transport = (mail: OutgoingMail) => Promise<void>;

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

/** The SMTP server that was configured, if one was. */
export function smtpTransport(): Transport | undefined {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL, UNENCRYPTED } = env();
  if (!SMTP_URL) return undefined;
  const transporter = createTransport(
    withSettings(SMTP_URL, {
      // Otherwise a server, or who stands before it, could go on without TLS.
      requireTLS: !isLoopback(new URL(SMTP_URL).hostname) && !UNENCRYPTED.includes("smtp"),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
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

/** Settings are part of the address, because the library ignores those that stand beside one. */
function withSettings(address: string, settings: Record<string, boolean | number>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, String(value));
  return url.href;
}
