import { db } from "@/db/client";
import { refusalOf } from "@/server/api/answer";
import { recordMandateFile } from "@/server/billing/mandates/record-mandate-file";
import { isId } from "@/server/domain/formats/id";
import { isFileBody } from "@/server/domain/rules/file-body";
import { DomainError } from "@/server/errors";
import { readWithin } from "@/server/platform/read-within";
import { actorOf } from "@/server/tenancy/people/person";
import { guardFileTransfer } from "../guard-file-transfer";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Largest file in bytes: enough for 10,000 mandates. */
const LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * Receives a CSV file of mandates from the portal, as the body; the address names the `company`. Answers with the numbers of mandates, and
 * with each refused row. For administrators, at most ten a minute per person.
 */
export function POST(request: Request): Promise<Response> {
  return guardFileTransfer(request, { name: "mandates", most: 10, refuse }, async (person, requestId) => {
    if (person.role !== "administrator") return refuse(403, "not_allowed");
    if (!isFileBody(request.headers.get("content-type"))) return refuse(415, "invalid_content_type");
    const companyId = new URL(request.url).searchParams.get("company") ?? "";
    if (!isId(companyId)) return refuse(404, "invalid_company_id");
    const contents = await readWithin(request, LIMIT_BYTES);
    if (contents === undefined) return refuse(413, "mandate_file_too_long");
    try {
      return answer(200, await recordMandateFile(db, actorOf(person, requestId), companyId, contents));
    } catch (error) {
      if (error instanceof DomainError) return answer(refusalOf(error).status, { error: error.code, field: error.field });
      throw error;
    }
  });
}

function refuse(status: number, error: string): Response {
  return answer(status, { error, field: null }, status === 429 || status === 503 ? { "Retry-After": "5" } : {});
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}
