import { page } from "@/app/(public)/customer-answer";
import { beginPayment } from "@/app/(public)/i/begin-payment";
import { answerCustomer, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import type { Refusal } from "@/app/(public)/i/outcome-of";
import { db } from "@/db/client";
import { customerPage } from "@/server/customer-page/document/customer-page";
import type { Say } from "@/server/customer-page/document/reading";
import { giveAndPay, newDonation } from "@/server/customer-page/give-and-pay";
import { readAmount } from "@/server/domain/formats/read-amount";

/** Starts a payment of the outstanding amount and a donation. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/donation">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { invoice, reading } = await readInvoice(opened);
    const typed = opened.form.get("amount") ?? "";
    const begun = await beginPayment(opened, secret, async (actor, payment) => {
      const { amountCents } = newDonation.parse({ amountCents: readAmount(typed, invoice.currency) });
      return giveAndPay(db, actor, { amountCents, description: reading.say("donation.line") }, payment);
    });
    if (begun instanceof Response) return begun;
    // Undefined: the chosen method is not offered. The page then says that nothing is outstanding.
    return sayWhyNot(opened, typed, begun ?? { code: "nothing_outstanding", fields: {} });
  });
}

/** Shows a refusal. A wrong amount can be corrected in place; after any other refusal, the customer sees the invoice again. */
async function sayWhyNot(opened: Opened, amount: string, refusal: Refusal): Promise<Response> {
  const described = await readInvoice(opened);
  const problem = wordsOf(refusal, described.reading.say);
  const donation = refusal.fields.amountCents ? { amount, problem } : undefined;
  const status = refusal.code === "too_many_attempts" ? 429 : 422;
  return page(customerPage({ ...described, ...opened, donation, refusal: problem }), status);
}

function wordsOf({ code, fields }: Refusal, say: Say): string {
  if (fields.amountCents) return say("donation.problems.invalid_amount_cents");
  if (code === "payment_in_progress") return say("donation.problems.payment_in_progress");
  const isKnown = code === "already_retracted" || code === "nothing_outstanding" || code === "too_many_attempts";
  return say(isKnown ? `problems.${code}` : "problems.other");
}
