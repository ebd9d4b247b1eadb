import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";
import { identityOf } from "@/server/actor";
import { setDueDays } from "@/server/billing/collection/keep-due-day";
import { addLines } from "@/server/billing/invoices/add-lines";
import { announce } from "@/server/billing/invoices/announce";
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
  type InstalmentWords,
  type NoInstalments,
  textOfInstalments,
  versionOfInstalments,
} from "./instalment-offer";

/** A form as it was sent: the number of parts, and the version of what was shown. */
export interface ChosenInstalments {
  count: number;
  version: string;
}

/**
 * Divides the outstanding amount into the parts that the customer agreed to, with what was shown and the network address, and charges the fee
 * if there is one. `word` returns the present words of a plan. A form that is sent twice makes one plan. Returns why nothing was agreed on;
 * undefined if it was. `changed_meanwhile`: what was shown is not what is offered now. Locks the invoice, as a payment, a hold or a retraction
 * does. Throws `invalid_invoice_id`.
 */
export function agreeToInstalments(
  db: Database,
  actor: Customer,
  { count, version }: ChosenInstalments,
  word: (terms: InstalmentTerms, plan: InstalmentTerms["plans"][number]) => InstalmentWords,
): Promise<NoInstalments | "changed_meanwhile" | undefined> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, actor.invoiceId);
    if (await isAgreed(tx, actor, version)) return undefined;
    const terms = await findInstalmentOffer(tx, actor);
    if ("reason" in terms) return terms.reason;
    const plan = terms.plans.find(({ parts }) => parts.length === count);
    if (!plan) return "changed_meanwhile";
    const words = word(terms, plan);
    if (versionOfInstalments(terms, plan, words) !== version) return "changed_meanwhile";

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
      ...{ partnerId, id, invoiceId, agreedAt, agreedBy: identityOf(actor), address: addressOfRequest() },
      ...{ locale: terms.locale, text: textOfInstalments(words, terms.locale), version, missed: terms.missed },
      ...{ parts: plan.parts, feeCents: plan.feeCents, law: plan.basis, linesCount: (await linesOfAccount(tx, invoice)).length },
    });
    await announce(tx, actor, invoice, "instalments_agreed", id);
    return undefined;
  });
}

/** Whether a form of this version was agreed to before. */
async function isAgreed(tx: Database, { partnerId, invoiceId }: Customer, version: string): Promise<boolean> {
  const found = await tx
    .select({ id: instalmentPlans.id })
    .from(instalmentPlans)
    .where(and(eq(instalmentPlans.partnerId, partnerId), eq(instalmentPlans.invoiceId, invoiceId), eq(instalmentPlans.version, version)));
  return found.length > 0;
}
