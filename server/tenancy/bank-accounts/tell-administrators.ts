import type { Database } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { groupIban } from "@/server/domain/banking/group-iban";
import { formatMoment } from "@/server/domain/formats/dates";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { env } from "@/server/env";
import { nameForReaders, onOneLine } from "@/server/platform/audit/name-for-readers";
import type { BankAccountMailKind } from "@/server/platform/mail/mail-text";
import type { AccountFacts } from "./bank-account";

interface Told {
  before: AccountFacts | null;
  after: AccountFacts | null;
  inForceAt: Date;
}

/**
 * Queues a mail to each of the partner's administrators about a company's account, in their own language. Account numbers are complete, so
 * that readers can compare them.
 */
export async function tellAdministrators(
  tx: Database,
  actor: Actor,
  { id, name }: Company,
  kind: BankAccountMailKind,
  { before, after, inForceAt }: Told,
): Promise<void> {
  // Loaded lazily: the mail templates are large.
  const [{ mailText }, { mailEachAdministrator }] = await Promise.all([
    import("@/server/platform/mail/mail-text"),
    import("@/server/platform/mail/mail-each-administrator"),
  ]);
  const values = {
    company: onOneLine(name),
    who: await nameForReaders(tx, actor),
    before: before ? wordsFor(before) : "–",
    after: after ? wordsFor(after) : "–",
    link: `${env().PUBLIC_URL}/companies/${id}`,
  };
  await mailEachAdministrator(tx, actor.partnerId, (locale) =>
    mailText(locale, kind, { ...values, when: formatMoment(inForceAt, locale, TIME_ZONE, "long") }),
  );
}

function wordsFor({ holder, iban }: AccountFacts): string {
  return `${holder}, ${groupIban(iban)}`;
}
