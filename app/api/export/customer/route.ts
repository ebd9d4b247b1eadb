import { db } from "@/db/client";
import { exportCustomer } from "@/server/billing/customers/export-customer";
import { isId } from "@/server/domain/formats/id";
import { DomainError } from "@/server/errors";
import { actorOf } from "@/server/tenancy/people/person";
import { datedName, refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** All stored data about an invoice's customer, for answering the customer's request. For administrators. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    if (person.role !== "administrator") return refuseExport(403, "not_allowed");
    const invoiceId = new URL(request.url).searchParams.get("invoice") ?? "";
    if (!isId(invoiceId)) return refuseExport(404, "invalid_invoice_id");
    try {
      const actor = actorOf(person, requestId);
      const found = await exportCustomer(db, actor, { invoiceId });
      return new Response(JSON.stringify(found, null, 2), {
        headers: {
          "Cache-Control": "private, no-store",
          "Content-Type": "application/json; charset=utf-8",
          "Content-Disposition": `attachment; filename="${datedName("customer", actor)}.json"`,
          "X-Content-Type-Options": "nosniff",
        },
      });
    } catch (error) {
      if (error instanceof DomainError && error.kind === "not_found") return refuseExport(404, error.code);
      throw error;
    }
  });
}
