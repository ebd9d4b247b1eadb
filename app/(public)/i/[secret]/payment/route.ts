import { page } from "@/app/(public)/customer-answer";
import { beginPayment } from "@/app/(public)/i/begin-payment";
import { answerCustomer, type Opened, readInvoice } from "@/app/(public)/i/customer-door";
import { customerPage } from "@/server/customer-page/document/customer-page";

/** Starts a payment by the customer. */
export async function POST(request: Request, { params }: RouteContext<"/i/[secret]/payment">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const begun = await beginPayment(opened, secret);
    return begun instanceof Response ? begun : sayWhyNot(opened);
  });
}

/** Shows why no payment starts, above the invoice as it is now, where the customer can try again if it can still be paid. */
async function sayWhyNot(opened: Opened): Promise<Response> {
  const described = await readInvoice(opened);
  const { invoice, reading } = described;
  const codeUnlessRetracted = invoice.account.outstandingCents <= 0 ? "nothing_outstanding" : "other";
  const code = invoice.retractedAt ? "already_retracted" : codeUnlessRetracted;
  return page(customerPage({ ...described, ...opened, refusal: reading.say(`problems.${code}`) }), 422);
}
