import { page } from "@/app/(public)/customer-answer";
import { answerCustomer, goTo, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import { db } from "@/db/client";
import { agreeToInstalments } from "@/server/customer-page/agree-to-instalments";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { instalmentPage, wordsOfInstalments } from "@/server/customer-page/document/instalments";
import { findInstalmentOffer, type InstalmentWay, planOf } from "@/server/customer-page/instalment-offer";

/** Form on which the customer chooses instalments, and reads them before agreeing. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]/instalments">): Promise<Response> {
  const { secret } = await params;
  const { searchParams } = new URL(request.url);
  return answerCustomer(request, secret, (opened) => showForm(opened, asWanted(searchParams)));
}

/** Agrees to the chosen instalments, or shows the form again with the terms of now. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/instalments">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { actor, form, path } = opened;
    const { reading } = await readInvoice(opened);
    const wanted = asWanted(form);
    const chosen = { ...wanted, version: form.get("version") ?? "" };
    const refusal = await agreeToInstalments(db, actor, chosen, (terms, plan) => wordsOfInstalments(terms, plan, reading));
    if (!refusal) return goTo(`${path}?done=instalmentsAgreed`);
    return showForm(opened, wanted, refusal === "changed_meanwhile");
  });
}

interface Wanted {
  count: number;
  way: InstalmentWay;
}

function asWanted(given: { get(name: string): string | null }): Wanted {
  return { count: Number(given.get("parts")), way: given.get("way") === "debit" ? "debit" : "transfer" };
}

/** Shows the offered plans, and the plan of the wanted number of parts. If nothing is offered, shows the invoice with the reason instead. */
async function showForm(opened: Opened, { count, way }: Wanted, hasChanged = false): Promise<Response> {
  const [described, terms] = await Promise.all([readInvoice(opened), findInstalmentOffer(db, opened.actor)]);
  const { reading } = described;
  if ("reason" in terms) {
    return page(customerPage({ ...described, ...opened, refusal: reading.say("instalments.notOffered") }), 422);
  }
  const chosen = planOf(terms, count, way);
  const isMandateOffered = described.ofMandate.isOffered && described.ofMandate.mandate === null;
  const refusal = hasChanged ? reading.say("instalments.changed") : undefined;
  return page(
    instalmentPage({ ...opened, reading, terms, chosen, way, isMandateOffered, ...(refusal && { refusal }) }),
    hasChanged ? 422 : 200,
  );
}
