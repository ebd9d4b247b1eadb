import type { Database } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { env } from "@/server/env";
import { nameForReaders, onOneLine } from "@/server/platform/audit/name-for-readers";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import type { MailKindOf } from "@/server/platform/mail/mail-kinds";
import type { AccountFacts } from "./bank-account";

interface AccountChange {
  before: AccountFacts | null;
  after: AccountFacts | null;
  inForceAt: Date;
}

/**
 * Queues a mail to each of the partner's administrators about a company's account, in their own language. Account numbers are complete, so
 * that readers can compare them.
 */
export async function mailOfAccount(
  tx: Database,
  actor: Actor,
  { id, name }: Company,
  kind: MailKindOf<"bankAccount">,
  { before, after, inForceAt }: AccountChange,
): Promise<void> {
  await mailEachAdministrator(tx, actor.partnerId, kind, {
    company: onOneLine(name),
    who: await nameForReaders(tx, actor),
    before: before && accountOf(before),
    after: after && accountOf(after),
    when: inForceAt.toISOString(),
    link: `${env().PUBLIC_URL}/companies/${id}`,
  });
}

/** Only what the mail shows. */
function accountOf({ holder, iban }: AccountFacts): Pick<AccountFacts, "holder" | "iban"> {
  return { holder, iban };
}
