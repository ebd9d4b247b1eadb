import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { clock } from "@/server/platform/clock";
import type { Account, Books } from "./books";

/** An invoice's collection as the interface last told it (`GET /invoices/{invoiceId}/collection`). */
export interface Look {
  collection: ReturnType<typeof presentCollection>;
  /** Time of the answer, by the sandbox's clock. */
  at: Date;
  /** Text that changes with every row about the invoice and about its payer's other invoices. */
  fingerprint: string;
}

/** Number of invoices that are read at once. */
const AT_ONCE = 8;

/**
 * Reads the collection of each invoice again if a row about it, or about its payer's other invoices, has changed since it was last read. Earlier
 * answers about other invoices must still hold.
 */
export async function lookAgain(actor: Actor, books: Books, known: ReadonlyMap<string, Look>): Promise<Map<string, Look>> {
  const looks = new Map(known);
  const prints = fingerprints(books);
  const changed = books.accounts.filter(({ row }) => known.get(row.id)?.fingerprint !== prints(row.id));
  for (let start = 0; start < changed.length; start += AT_ONCE)
    await Promise.all(
      changed.slice(start, start + AT_ONCE).map(async ({ row: { id } }) => {
        const at = clock.now(actor);
        looks.set(id, {
          collection: collectionResource.parse(presentCollection(await describeCollection(db, actor, id))),
          at,
          fingerprint: prints(id),
        });
      }),
    );
  return looks;
}

function fingerprints({ accounts, debits }: Books): (invoiceId: string) => string {
  const stateOf = new Map(debits.map(({ id, status, postponements }) => [id, `${status}${postponements}`]));
  const own = ({ row, lines, payments, refunds, outgoing, holds, plan, atDesk }: Account) =>
    JSON.stringify([
      [row.dueOn, row.retractedAt, lines.length],
      payments.map(({ status, amountCents, chargedBackAt, debitId }) => [status, amountCents, chargedBackAt, stateOf.get(debitId ?? "")]),
      refunds.map(({ status }) => status),
      outgoing.map(({ kind, state }) => [kind, state]),
      holds.map(({ endedAt }) => endedAt),
      atDesk.map(({ endedAt }) => endedAt),
      [plan?.spreads, plan?.endedAt],
    ]);
  const byPayer = Map.groupBy(accounts, payerOf);
  const whole = new Map([...byPayer].map(([payer, of]) => [payer, of.map(own).join()]));
  const payers = new Map(accounts.map((account) => [account.row.id, payerOf(account)]));
  return (invoiceId) => whole.get(payers.get(invoiceId) ?? "") ?? "";
}

/** Returns a key of the payer of an import's invoice, which a family's invoices share. */
export const payerOf = ({ played: { email, importId } }: Account) => `${email} ${importId}`;
