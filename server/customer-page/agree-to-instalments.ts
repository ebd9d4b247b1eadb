import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { mandates } from "@/db/schema/mandates";
import { identityOf } from "@/server/actor";
import { setDueDays } from "@/server/billing/collection/keep-due-day";
import { planDebits } from "@/server/billing/debits/plan-debits";
import { addLines } from "@/server/billing/invoices/add-lines";
import { announce } from "@/server/billing/invoices/announce";
import { cancelDebitParts } from "@/server/billing/invoices/cancel-debit-parts";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { linesOfAccount } from "@/server/billing/invoices/lock-account";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { addressOfRequest } from "@/server/platform/request-origin";
import { transact } from "@/server/platform/transact";
import type { Customer } from "./find-customer";
import {
  findInstalmentOffer,
  type InstalmentTerms,
  type InstalmentWay,
  type InstalmentWords,
  type NoInstalments,
  planOf,
  textOfInstalments,
  versionOfInstalments,
} from "./instalment-offer";

/** A form as it was sent. */
export interface ChosenInstalments {
  /** Number of parts. */
  count: number;
  /** Absent: by transfer. */
  way?: InstalmentWay;
  /** Version of what was shown. */
  version: string;
}

/**
 * Divides the outstanding amount into the parts that the customer agreed to, and charges the fee if there is one. Keeps what was shown and the
 * network address as the proof. For payment by direct debit, plans a debit of each part, in place of one of the whole amount. `word` returns the present
 * words of a plan.
 *
 * Returns undefined if the plan is agreed on, otherwise why it is not. `changed_meanwhile`: what was shown is not what is offered now, or
 * another transaction has locked the mandate. A form that
 * is sent twice makes one plan. Locks the invoice, as a payment, a hold or a retraction does. Throws `invalid_invoice_id`.
 */
export function agreeToInstalments(
  db: Database,
  actor: Customer,
  { count, way = "transfer", version }: ChosenInstalments,
  word: (terms: InstalmentTerms, plan: InstalmentTerms["plans"][number]) => InstalmentWords,
): Promise<NoInstalments | "changed_meanwhile" | undefined> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, actor.invoiceId);
    if (await isAgreed(tx, actor, version)) return undefined;
    const terms = await findInstalmentOffer(tx, actor);
    if ("reason" in terms) return terms.reason;
    const plan = planOf(terms, count, way);
    if (!plan) return "changed_meanwhile";
    const words = word(terms, plan);
    if (versionOfInstalments(terms, plan, words) !== version) return "changed_meanwhile";
    const debit = way === "debit" ? terms.debit : null;
    if (debit && !(await isMandateFree(tx, actor, debit.mandateId))) return "changed_meanwhile";

    const agreedAt = clock.now(actor);
    if (plan.feeCents > 0) {
      const fee = {
        type: "INSTALLMENT-FEE-LINE",
        amountCents: plan.feeCents,
        date: agreedAt,
        description: null,
        paymentMethod: null,
      } as const;
      await addLines(tx, invoice, [fee]);
    }
    const id = newId();
    const { partnerId, id: invoiceId } = invoice;
    const [first] = plan.parts;
    await setDueDays(tx, partnerId, first ? [{ invoiceId, dueOn: first.dueOn }] : []);
    await tx.insert(instalmentPlans).values({
      partnerId,
      id,
      invoiceId,
      agreedAt,
      agreedBy: identityOf(actor),
      address: addressOfRequest(),
      locale: terms.locale,
      text: textOfInstalments(words, terms.locale),
      version,
      missed: terms.missed,
      parts: plan.parts,
      feeCents: plan.feeCents,
      law: plan.basis,
      linesCount: (await linesOfAccount(tx, invoice)).length,
    });
    if (debit) {
      const { instead, mandateId, bankAccountId } = debit;
      await cancelDebitParts(tx, partnerId, instead ? [instead] : [], agreedAt);
      const parts = plan.parts.map(({ amountCents, dueOn: collectOn }, index) => ({
        invoiceId,
        bankAccountId,
        mandateId,
        amountCents,
        collectOn,
        instalment: { planId: id, number: index + 1 },
      }));
      const left = await planDebits(tx, actor, parts, agreedAt);
      if (left.length > 0) throw new Error("A debit of an instalment was not planned, although its mandate is locked");
    }
    await announce(tx, actor, invoice, "instalments_agreed", id);
    return undefined;
  });
}

/**
 * Locks the mandate. Returns false if it has ended, or if another transaction has locked it: others lock mandates before invoices, so that waiting
 * here could be a deadlock.
 */
async function isMandateFree(tx: Database, { partnerId }: Customer, mandateId: string): Promise<boolean> {
  const locked = await tx
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), eq(mandates.id, mandateId), isNull(mandates.endedAt)))
    .for("no key update", { skipLocked: true });
  return locked.length > 0;
}

/** Whether a form of this version was agreed to before. */
async function isAgreed(tx: Database, { partnerId, invoiceId }: Customer, version: string): Promise<boolean> {
  const found = await tx
    .select({ id: instalmentPlans.id })
    .from(instalmentPlans)
    .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.invoiceId, invoiceId), eq(instalmentPlans.version, version)));
  return found.length > 0;
}
