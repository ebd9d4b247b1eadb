import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import type { Actor } from "@/server/actor";
import { createDebitFiles } from "@/server/bank/debit-files/create-debit-files";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { type ComingAccount, listComing } from "@/server/bank/debit-files/list-coming";
import { postponeLateDebits } from "@/server/bank/debit-files/postpone-late-debits";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { eveningOf } from "./evening";

/** A file of direct debits that the bank has been given. */
export interface HandedOverFile {
  iban: string;
  contents: string;
}

/**
 * Makes files of the planned debits whose cut-off comes before the next evening, and hands them over, as a person does. Debits that missed
 * their cut-off are put off. Left to a person are debits of a withdrawn file that the bank has named, and accounts whose files cannot be made.
 * Throws `changed_meanwhile` if others work on the same debits; then nothing is done.
 */
export async function handOverDebits(tx: Database, actor: Actor, day: string): Promise<HandedOverFile[]> {
  const handedOver: HandedOverFile[] = [];
  for (const { bankAccountId, iban, days, takesDebits } of await findComing(tx, actor)) {
    if (!takesDebits) continue;
    const late = days.reduce((sum, { toPutOff }) => sum + toPutOff, 0);
    await unlessLeft(() => (late > 0 ? postponeLateDebits(tx, actor, bankAccountId, late) : Promise.resolve()));
    const due = days.filter(({ collectOn, cutOffAt, isLate, ready }) => !isLate && ready.count > 0 && isDue(cutOffAt, collectOn, day));
    const count = due.reduce((sum, { ready }) => sum + ready.count, 0);
    if (count === 0) continue;
    const seen = { count, amountCents: due.reduce((sum, { ready }) => sum + ready.amountCents, 0) };
    const chosen = { bankAccountId, days: due.map(({ collectOn }) => collectOn), seen };
    const ids = await unlessLeft(() => createDebitFiles(tx, actor, chosen));
    for (const id of ids ?? []) {
      const contents = await unlessLeft(() => getDebitFile(tx, actor, id));
      if (contents) handedOver.push({ iban, contents });
    }
  }
  return handedOver;
}

/** Returns the first evening from this day on which the machine makes a file; undefined if no debit is planned. */
export async function nextHandOver(db: Database, actor: Actor, after: string): Promise<string | undefined> {
  const cutOffs = (await findComing(db, actor)).flatMap(({ days }) => days.filter(({ isLate }) => !isLate).map(({ cutOffAt }) => cutOffAt));
  return cutOffs
    .map(lastEveningBefore)
    .filter((day) => day > after)
    .sort()[0];
}

/** Whether the bank must have the debits by the evening of the next day. On the day of collection it takes none. */
function isDue(cutOffAt: Date, collectOn: string, day: string): boolean {
  return day < collectOn && cutOffAt <= eveningOf(addDays(day, 1));
}

function lastEveningBefore(cutOffAt: Date): string {
  const day = dayAt(cutOffAt);
  return eveningOf(day) < cutOffAt ? day : addDays(day, -1);
}

async function findComing(db: Database, actor: Actor): Promise<ComingAccount[]> {
  const companyIds = await db
    .select({ id: debits.companyId })
    .from(debits)
    .where(and(eq(debits.partnerId, actor.partnerId), eq(debits.status, "planned")))
    .groupBy(debits.companyId)
    .orderBy(debits.companyId);
  const found: ComingAccount[] = [];
  for (const { id } of companyIds) found.push(...(await listComing(db, actor, id)).accounts);
  return found;
}

/** Does the work; returns undefined if a rule leaves it to a person. Throws `changed_meanwhile`. */
async function unlessLeft<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code !== "changed_meanwhile") return undefined;
    throw error;
  }
}
