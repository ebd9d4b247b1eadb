import { everyAnswer } from "@/app/(public)/customer-answer";
import { answerCustomer, readInvoice } from "@/app/(public)/i/customer-door";
import { invoicePdf } from "@/server/customer-page/document/invoice-pdf";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** The invoice on paper, to be kept. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]/pdf">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { invoice, reading } = await readInvoice(opened);
    const pdf = await invoicePdf(pdfContents({ invoice }, reading));
    const headers = { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${invoice.invoiceNumber}.pdf"` };
    return new Response(new Uint8Array(pdf), { headers: { ...everyAnswer, ...headers } });
  });
}
