import { db } from "@/db/client";
import { refusalOf } from "@/server/api/answer";
import { previewStatementFile, type StatementPreview } from "@/server/bank/statements/preview-statement-file";
import type { ReceivedFile } from "@/server/bank/statements/receive-file";
import { receiveUpload } from "@/server/bank/statements/receive-upload";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { type StoredFile, storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { parseJson } from "@/server/domain/formats/parse-json";
import { reaches } from "@/server/domain/rules/access-levels";
import { isFileBody } from "@/server/domain/rules/file-body";
import { DomainError } from "@/server/errors";
import { chunksOf } from "@/server/platform/chunks-of";
import { actorOf } from "@/server/tenancy/people/person";
import { csvLayoutInput } from "@/server/trpc/csv-layout-input";
import { guardFileTransfer } from "../guard-file-transfer";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/**
 * Receives a bank's file from the portal, as the body. The address has the file's `name` and, if the file names no account, the `account`
 * and its `company`; `sure=1`: a person has confirmed that account. With `sheet` and `layout` (JSON) in the address, answers how the layout
 * reads a CSV file, and stores nothing. For people who may record payments, at most sixty a minute per person.
 */
export function POST(request: Request): Promise<Response> {
  return guardFileTransfer(request, { name: "statements", most: 60, refuse }, async (person, requestId) => {
    if (!reaches(person.accessLevel, "money")) return refuse(403, "not_allowed");
    if (!isFileBody(request.headers.get("content-type"))) return refuse(415, "invalid_content_type");
    const { searchParams } = new URL(request.url);
    const labels = {
      name: searchParams.get("name") ?? "",
      account: searchParams.get("account") ?? "",
      asked: { companyId: searchParams.get("company"), isSure: searchParams.get("sure") === "1" },
    };
    const layoutText = searchParams.get("layout");
    const chosen =
      layoutText === null ? null : csvLayoutInput.safeParse({ sheet: searchParams.get("sheet"), layout: parseJson(layoutText) });
    if (chosen?.success === false) return refuse(400, "invalid_request");
    try {
      const actor = actorOf(person, requestId);
      const work = (file: ReceivedFile) =>
        chosen ? previewStatementFile(db, actor, chosen.data, file) : storeStatementFile(db, actor, labels, file);
      return answer(200, await receiveUpload<StatementPreview | StoredFile>(db, actor, chunksOf(request), work));
    } catch (error) {
      if (error instanceof StatementRefusal) {
        const { reason, line, element, found, question, sum, accountCurrency, waiting, rows } = error;
        return answer(422, {
          error: "invalid_bank_statement",
          refusal: { reason, line, element, found, question, sum, accountCurrency, waiting, rows },
        });
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
