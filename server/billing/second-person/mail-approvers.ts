import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { userCompanies, users } from "@/db/schema/users";
import type { Locale } from "@/server/domain/locales";
import { enqueueMail } from "@/server/outbound/mail/enqueue-mail";
import type { MailText } from "@/server/outbound/mail/mail-text";

/** What a second person is to approve. `proposedBy` is a person's id; empty: no person's. */
interface Proposed {
  partnerId: string;
  companyId: string;
  proposedBy: string;
}

/** Owes a mail to everybody who may approve it: who works on money, sees the company and did not propose it. */
export async function mailApprovers(
  tx: Database,
  { partnerId, companyId, proposedBy }: Proposed,
  textIn: (locale: Locale) => MailText,
): Promise<void> {
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${companyId})`;
  const approvers = await tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(
      and(
        eq(users.partnerId, partnerId),
        eq(users.accessLevel, "money"),
        isNull(users.disabledAt),
        ne(users.id, proposedBy),
        or(eq(users.limitedToCompanies, false), seesCompany),
      ),
    );
  for (const { id, locale } of approvers) await enqueueMail(tx, id, locale, textIn(locale));
}
