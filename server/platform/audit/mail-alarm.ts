import type { Database } from "@/db/client";
import { env } from "@/server/env";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import { mailText } from "@/server/platform/mail/mail-text";
import type { AlarmMail } from "./alarms";

/** Mails a partner's administrators. */
export async function mailAlarm(tx: Database, partnerId: string, mail: AlarmMail): Promise<void> {
  const link = `${env().PUBLIC_URL}/settings/security`;
  await mailEachAdministrator(tx, partnerId, (locale) => mailText(locale, mail, { link }));
}
