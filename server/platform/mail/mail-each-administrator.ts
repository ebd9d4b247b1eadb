import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { enqueueMail } from "./enqueue-mail";
import type { MailKind, MailValues } from "./mail-kinds";

/** Queues a mail to each of a partner's administrators, in their own language. */
export async function mailEachAdministrator<Kind extends MailKind>(
  tx: Database,
  partnerId: string,
  kind: Kind,
  values: MailValues[Kind],
): Promise<void> {
  const administrators = await tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(and(eq(users.partnerId, partnerId), eq(users.role, "administrator"), isNull(users.disabledAt)))
    .orderBy(users.id);
  for (const { id, locale } of administrators) await enqueueMail(tx, id, locale, kind, values);
}
