import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import { outcomeOf } from "@/app/(public)/i/outcome-of";
import { db } from "@/db/client";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { mandatePage, wordsOfMandate } from "@/server/customer-page/document/mandate";
import type { Say } from "@/server/customer-page/document/reading";
import { type ConsentFaults, giveMandate } from "@/server/customer-page/give-mandate";
import { findMandateOffer, type NotOffered, versionOfMandate } from "@/server/customer-page/mandate-offer";
import { readBritishAccount } from "@/server/domain/banking/british-account";
import { dayAt } from "@/server/domain/formats/calendar";

/** Form on which the payer gives a mandate for direct debits. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]/mandate">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, (opened) => showForm(opened));
}

/** Gives the mandate, or shows the form again with the problems. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/mandate">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form, path } = opened;
    const { say } = (await readInvoice(opened)).reading;
    const given = { ...typedIn(form), agrees: form.has("agrees"), version: form.get("version") ?? "" };
    const outcome = await outcomeOf(() => giveMandate(db, actor, given, (terms) => wordsOfMandate(terms, say)));
    if (outcome.refusal) return showForm(opened, { refusal: isWorded(outcome.refusal.code) ? outcome.refusal.code : "other" });
    if ("mandate" in outcome.result) return goTo(`${path}?done=mandateGiven#mandate`);
    return showForm(opened, outcome.result);
  });
}

const otherRefusals = ["too_many_attempts", "changed_meanwhile", "other"] as const;
type OtherRefusal = (typeof otherRefusals)[number];
const isWorded = (code: string): code is OtherRefusal => otherRefusals.some((known) => known === code);

interface Refused {
  faults?: ConsentFaults;
  refusal?: NotOffered | OtherRefusal;
}

const typedIn = (form: URLSearchParams) => ({ holder: form.get("holder") ?? "", iban: form.get("iban") ?? "", bic: form.get("bic") ?? "" });

/**
 * Shows the form with what the payer agrees to now. After a refusal, it keeps the typed values. Where nothing is offered, shows the invoice
 * with the reason instead.
 */
async function showForm(opened: Opened, { faults = {}, refusal }: Refused = {}): Promise<Response> {
  const { actor, form } = opened;
  const [described, offer] = await Promise.all([readInvoice(opened), findMandateOffer(db, actor)]);
  const { invoice, reading, ofMandate } = described;
  const { say } = reading;
  if ("reason" in offer) return page(customerPage({ ...described, ...opened, refusal: wordsOf(offer.reason, say) }), 422);
  const isSent = form.has("version");
  const words = wordsOfMandate(offer.terms, say);
  const statusOfRefusal = refusal === "too_many_attempts" ? 429 : 422;
  const status = isSent ? statusOfRefusal : 200;
  const values = isSent ? typedIn(form) : { holder: offer.held?.holder ?? invoice.customerName, iban: "", bic: "" };
  return page(
    mandatePage({
      ...opened,
      reading,
      words,
      refusal: refusal && wordsOf(refusal, say),
      failedDebit: !offer.held && ofMandate.failedDebit?.isAboutAccount ? ofMandate.failedDebit : null,
      companyName: invoice.companyName,
      version: versionOfMandate(offer, words),
      today: dayAt(invoice.now),
      // A payer who ticked the box beside an older text must tick it again.
      values: { ...values, agrees: isSent && refusal !== "changed_meanwhile" && form.has("agrees") },
      problems: problemsOf(faults, values.iban, say),
    }),
    status,
  );
}

function problemsOf({ holder, iban, bic, agrees }: ConsentFaults, typedIban: string, say: Say) {
  // Customers with a British account often type its sort code and number. They are told where its IBAN is.
  const isSortCode = readBritishAccount(typedIban) !== null;
  return {
    ...(holder && { holder: say(`mandate.problems.${holder}`) }),
    ...(iban && { iban: isSortCode ? say("problems.sort_code") : say(`mandate.problems.${iban}`) }),
    ...(bic && { bic: say(`mandate.problems.${bic}`) }),
    ...(agrees && { agrees: say(`mandate.problems.${agrees}`) }),
  };
}

function wordsOf(code: NotOffered | OtherRefusal, say: Say): string {
  if (code === "too_many_attempts" || code === "other") return say(`problems.${code}`);
  return say(`mandate.problems.${code}`);
}
