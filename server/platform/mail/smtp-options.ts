import { parseConnectionUrl } from "nodemailer/lib/shared/index.js";
import type SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import { env, isLoopback } from "@/server/env";

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;

export interface SmtpOptions extends SMTPConnection.Options {
  auth?: SMTPConnection.Credentials;
}

/**
 * Returns how to reach the mail server of `SMTP_URL`, for mails to people of the portal and messages to customers alike. A mail goes to
 * another machine over TLS only (`smtps://`, or STARTTLS), unless `UNENCRYPTED` contains `smtp`. If the server offers no TLS, nothing is
 * sent and the connection fails with the code `ETLS`. Settings in the address's query cannot loosen that.
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
