import { db } from "@/db/client";
import { presentInvoice } from "@/server/api/invoice";
import { signedInPerson } from "@/server/auth/auth";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { isId } from "@/server/domain/formats/id";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { actorOf, belongsToPartner } from "@/server/tenancy/people/person";

/** The interface's answer about this invoice, and the command that requests it, for developers. */
export async function GET(_request: Request, { params }: RouteContext<"/invoices/[invoiceId]/answer">): Promise<Response> {
  const { invoiceId } = await params;
  const person = await signedInPerson();
  if (!person) return refuse(401, "not_signed_in");
  if (!belongsToPartner(person)) return refuse(403, "not_allowed");
  if (!isId(invoiceId)) return refuse(404, "invalid_invoice_id");
  try {
    const invoice = await getInvoice(db, actorOf(person, null), invoiceId);
    const curl = `curl -H 'Authorization: ApiKey YOUR_API_KEY' ${env().PUBLIC_URL}/api/v2/invoices/${invoice.id}`;
    return Response.json({ curl, body: presentInvoice(invoice) }, { headers });
  } catch (error) {
    if (error instanceof DomainError) return refuse(404, error.code);
    throw error;
  }
}

const headers = { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" };

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status, headers });
}
