import { db } from "@/db/client";
import { getRefundFile } from "@/server/bank/refund-files/get-refund-file";
import { isId } from "@/server/domain/formats/id";
import { reaches } from "@/server/domain/rules/access-levels";
import { DomainError } from "@/server/errors";
import { actorOf } from "@/server/tenancy/people/person";
import { refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** A file of refunds for the company's bank, for people who may record payments. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    if (!reaches(person.accessLevel, "money")) return refuseExport(403, "not_allowed");
    const payoutId = new URL(request.url).searchParams.get("payout") ?? "";
    if (!isId(payoutId)) return refuseExport(404, "invalid_payout_id");
    try {
      const file = await getRefundFile(db, actorOf(person, requestId), payoutId);
      return new Response(file, {
        headers: {
          "Cache-Control": "private, no-store",
          "Content-Type": "application/xml; charset=utf-8",
          "Content-Disposition": `attachment; filename="refunds-${payoutId.slice(-8)}.xml"`,
          "X-Content-Type-Options": "nosniff",
        },
      });
    } catch (error) {
      if (error instanceof DomainError) return refuseExport(error.kind === "not_found" ? 404 : 409, error.code);
      throw error;
    }
  });
}
