import { db } from "@/db/client";
import { refusalOf } from "@/server/api/answer";
import { receiveUpload } from "@/server/bank/statements/receive-upload";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { reaches } from "@/server/domain/rules/access-levels";
import { isFileBody } from "@/server/domain/rules/file-body";
import { DomainError } from "@/server/errors";
import { chunksOf } from "@/server/platform/chunks-of";
import { actorOf } from "@/server/tenancy/people/person";
import { guardFileTransfer } from "../guard-file-transfer";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/**
 * Receives a bank's file from the portal. The body is the file, and its name is in the address. For people who may record payments, at most
 * sixty a minute per person.
 */
export function POST(request: Request): Promise<Response> {
  return guardFileTransfer(request, { name: "statements", most: 60, refuse }, async (person, requestId) => {
    if (!reaches(person.accessLevel, "money")) return refuse(403, "not_allowed");
    if (!isFileBody(request.headers.get("content-type"))) return refuse(415, "invalid_content_type");
    const { searchParams } = new URL(request.url);
    const of = { name: searchParams.get("name") ?? "", account: searchParams.get("account") ?? "" };
    try {
      const actor = actorOf(person, requestId);
      return answer(200, await receiveUpload(db, actor, chunksOf(request), (file) => storeStatementFile(db, actor, of, file)));
    } catch (error) {
      if (error instanceof StatementRefusal) {
        const { reason, line, element, found, question } = error;
        return answer(422, { error: "invalid_bank_statement", refusal: { reason, line, element, found, question } });
      }
      if (error instanceof DomainError) return refuse(refusalOf(error).status, error.code);
      throw error;
    }
  });
}

function refuse(status: number, error: string): Response {
  return answer(status, { error }, status === 429 || status === 503 ? { "Retry-After": "5" } : {});
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "private, no-store", ...headers } });
}
