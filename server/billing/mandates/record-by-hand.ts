import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { mandates } from "@/db/schema/mandates";
import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { amendMandate } from "./amend-mandate";
import { type Debited, type FailedDebit, findRefusedAccount } from "./find-failed-debit";
import { whereMandate } from "./find-mandate";
import { type GivenMandate, mandateFields, readMandate } from "./mandate-fields";
import { findPayers, recordMandates } from "./record-mandates";

/** Facts of the debit by which the bank refused the account. The person is asked whether to record it nevertheless. */
export interface AskedAccount {
  asked: Pick<FailedDebit, "code" | "failedOn">;
}

/** Whether the person was asked about this account, and records it nevertheless. */
interface Seen {
  isRefusalSeen: boolean;
}

/** Records one mandate as `recordMandates` does; asks first if the bank has refused its account for good (`findRefusedAccount`). */
export async function recordMandateByHand(db: Database, actor: Actor, companyId: string, given: GivenMandate, { isRefusalSeen }: Seen) {
  await getCompany(db, actor, companyId);
  const reading = readMandate(given, dayAt(clock.now(actor)));
  if (!isRefusalSeen && "mandate" in reading) {
    const payer = (await findPayers(db, actor, companyId, [reading.mandate]))(reading.mandate);
    const asked = payer && (await askAbout(db, { partnerId: actor.partnerId, companyId, ...payer }, reading.mandate.iban));
    if (asked) return asked;
  }
  return only(await recordMandates(db, actor, companyId, [given]));
}

/** Changes the account as `amendMandate` does; asks first if the bank has refused the other account for good. */
export async function amendMandateByHand(
  db: Database,
  actor: Actor,
  mandateId: string,
  given: Parameters<typeof amendMandate>[3],
  { isRefusalSeen }: Seen,
) {
  const iban = mandateFields.iban.safeParse(given.iban).data;
  if (!isRefusalSeen && iban) {
    const [mandate] = await db.select().from(mandates).where(whereMandate(actor, mandateId));
    const asked = mandate && mandate.iban !== iban && (await askAbout(db, mandate, iban));
    if (asked) return asked;
  }
  return amendMandate(db, actor, mandateId, given);
}

async function askAbout(db: Database, payer: Debited, iban: string): Promise<AskedAccount | undefined> {
  const refused = await findRefusedAccount(db, payer, iban);
  return refused ? { asked: { code: refused.code, failedOn: refused.failedOn } } : undefined;
}
