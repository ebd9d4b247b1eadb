import type { Database } from "@/db/client";
import { env } from "@/server/env";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import type { AlarmMail } from "./alarms";

/** Mails a partner's administrators. */
export async function mailAlarm(tx: Database, partnerId: string, mail: AlarmMail): Promise<void> {
  await mailEachAdministrator(tx, partnerId, mail, { link: `${env().PUBLIC_URL}/settings/security` });
}
