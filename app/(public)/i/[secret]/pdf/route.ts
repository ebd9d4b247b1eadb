import { answerNotice, everyAnswer } from "@/app/(public)/customer-answer";
import { answerCustomer, readInvoice } from "@/app/(public)/i/customer-door";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { invoicePdf } from "@/server/customer-page/document/invoice-pdf";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { consume, rateLimiter } from "@/server/platform/rate-limit";

/** Rendered for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Maximum number of PDFs of an invoice in a window. */
const MOST_PDFS = 10;
const WINDOW_SECONDS = 60;

/** The invoice as a PDF, at most ten times a minute per invoice. */
export async function GET(request: Request, { params }: RouteContext<"/i/[secret]/pdf">): Promise<Response> {
  const { secret } = await params;
  return answerCustomer(request, secret, async (opened) => {
    const { allowed } = await consume(rateLimiter("pdfs", MOST_PDFS, WINDOW_SECONDS), opened.actor.invoiceId);
    if (!allowed) return answerNotice(request, 429, "tooMany.title", "tooMany.body");
    const { reading, ...described } = await readInvoice(opened);
    const pdf = await invoicePdf(pdfContents(described, reading));
    const headers = {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${fileNameOf(described.invoice)}.pdf"`,
    };
    return new Response(new Uint8Array(pdf), { headers: { ...everyAnswer, ...headers } });
  });
}

/** Returns the partner's invoice number in characters that file systems and headers accept; if none is left, the service's number. */
function fileNameOf({ externalInvoiceNumber, invoiceNumber }: InvoiceRecord): string {
  return (
    externalInvoiceNumber
      .replaceAll(/[^\w-]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 80) || String(invoiceNumber)
  );
}
