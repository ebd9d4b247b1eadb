import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/outbound/mail/enqueue-mail";
import { mailText } from "@/server/outbound/mail/mail-text";
import type { AlarmMail } from "./alarms";

/** Mails a partner's administrators. */
export async function mailAlarm(tx: Database, partnerId: string, mail: AlarmMail): Promise<void> {
  const administrators = await tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(and(eq(users.partnerId, partnerId), eq(users.role, "administrator"), isNull(users.disabledAt)));
  const link = `${env().PUBLIC_URL}/settings/security`;
  for (const { id, locale } of administrators) await enqueueMail(tx, id, locale, mailText(locale, mail, { link }));
}
