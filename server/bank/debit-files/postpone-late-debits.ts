import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { type Actor, visibleTo } from "@/server/actor";
import { lockInvoices } from "@/server/billing/invoices/find-invoice";
import { debitCutOff } from "@/server/domain/rules/debit-cut-off";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { findDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";
import { lockOpenAccount } from "@/server/tenancy/bank-accounts/lock-accounts";
import { postponeDebits } from "./postpone-debits";
import { readComing } from "./read-coming";

/**
 * Puts off an account's planned debits that are in no file although their cut-off has passed: each gets the first day that leaves its days of
 * notice, and its payer another announcement. Leaves out debits of a withdrawn file that the bank has named, because the bank may collect
 * them. Throws `invalid_bank_account_id`, `bank_account_closed`, and `changed_meanwhile` if another number of debits is late than the person saw.
 */
export function postponeLateDebits(db: Database, actor: Actor, bankAccountId: string, seenCount: number): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { company } = await lockOpenAccount(tx, actor, bankAccountId);
    const settings = (await findDebitSettings(tx, actor, [bankAccountId]))(bankAccountId);
    const now = clock.now(actor);
    const planned = await readComing(tx, actor, { bankAccountId });
    const late = planned.filter(({ collectOn, isInNamedFile }) => !isInNamedFile && now >= debitCutOff(collectOn, settings));
    // Invoices before debits, as everywhere.
    await lockInvoices(
      tx,
      actor,
      late.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)),
    );
    const isLate = isOneOf(
      debits.id,
      late.map(({ id }) => id),
    );
    const locked = await tx
      .select({ id: debits.id })
      .from(debits)
      .where(and(visibleTo(actor, debits), isLate, eq(debits.status, "planned")))
      .orderBy(debits.id)
      .for("update");
    if (locked.length === 0 || locked.length !== seenCount) throw new DomainError("changed_meanwhile");
    await postponeDebits(
      tx,
      actor,
      locked.map(({ id }) => id),
    );
    await recordEvent(tx, actor, "debits_postponed", { about: `company:${company.id}`, after: { debits: locked.length } });
  });
}
