import { type GivenEnvironment, isForThisMachine } from "@/server/env";

/** What only a process that serves people needs. Throws one line that names the variable. */
export function checkServiceEnvironment(given: GivenEnvironment): void {
  const { HOST, PUBLIC_URL, DATABASE_URL, LOOPBACK_RECEIVERS, DEVELOPMENT_MAILBOX, SMTP_URL, TRUSTED_PROXIES } = given;
  const missing = DATABASE_URL && (["AUTH_SECRET", "ENCRYPTION_KEY"] as const).find((name) => !given[name]);
  if (missing) {
    throw new Error(
      `${missing} is missing: with DATABASE_URL it must be given, the same to every process. One is made by: openssl rand -hex 32`,
    );
  }
  if (!isForThisMachine(given) && LOOPBACK_RECEIVERS) {
    throw new Error("LOOPBACK_RECEIVERS is for a service that only this machine reaches: others could reach into it by what they register");
  }
  if (!isForThisMachine(given) && DEVELOPMENT_MAILBOX) {
    throw new Error(
      "DEVELOPMENT_MAILBOX is for a service that only this machine reaches: others could read in it what is mailed to people",
    );
  }
  // A proxy terminates https, so all clients would share its address: one who fails to sign in often enough would lock everybody out.
  if (new URL(PUBLIC_URL).protocol === "https:" && !TRUSTED_PROXIES) {
    throw new Error("TRUSTED_PROXIES is missing: with https in PUBLIC_URL, give the address of the proxy that speaks it, or none");
  }
  // Without mail, people could neither reset a password nor accept an invitation.
  if (!isForThisMachine(given) && !SMTP_URL) {
    const where = `with HOST ${HOST} and PUBLIC_URL ${PUBLIC_URL}`;
    throw new Error(`SMTP_URL is missing: a service that others reach, ${where}, sends mails to the people who use it`);
  }
}
