import { page } from "@/app/(public)/customer-answer";
import { beginPayment } from "@/app/(public)/i/begin-payment";
import { answerCustomer, goTo, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import { type Refusal, refusalOf } from "@/app/(public)/i/refusal-of";
import { db } from "@/db/client";
import { addDonation, newDonation } from "@/server/customer-page/add-donation";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { readDonation } from "@/server/customer-page/document/donation";
import type { Say } from "@/server/customer-page/document/reading";

/** The customer adds a donation, and goes on to pay it with the rest where the button says so. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/donation">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form, path } = opened;
    const { invoice, reading } = await readInvoice(opened);
    const typed = form.get("amount") ?? "";
    const refusal = await refusalOf(async () => {
      const given = { amountCents: readDonation(typed, invoice.currency), seenLines: form.get("lines") };
      const { amountCents, seenLines } = newDonation.parse(given);
      await addDonation(db, actor, seenLines, { amountCents, description: reading.say("donation.line") });
    });
    if (refusal) return sayWhyNot(opened, typed, refusal);
    const payment = form.has("method") && (await beginPayment(opened, secret));
    return payment || goTo(`${path}?done=donated`);
  });
}

/** A wrong amount can be corrected in place; after any other refusal, the customer sees the invoice again first. */
async function sayWhyNot(opened: Opened, amount: string, refusal: Refusal): Promise<Response> {
  const described = await readInvoice(opened);
  const problem = wordsOf(refusal, described.reading.say);
  const donation = refusal.fields.amountCents ? { amount, problem } : undefined;
  const status = refusal.code === "too_many_attempts" ? 429 : 422;
  return page(customerPage({ ...described, ...opened, donation, refusal: problem }), status);
}

function wordsOf({ code, fields }: Refusal, say: Say): string {
  if (fields.amountCents) return say("donation.problems.invalid_amount_cents");
  if (code === "changed_meanwhile" || code === "payment_in_progress") return say(`donation.problems.${code}`);
  const isKnown = code === "already_retracted" || code === "nothing_outstanding" || code === "too_many_attempts";
  return say(isKnown ? `problems.${code}` : "problems.other");
}
