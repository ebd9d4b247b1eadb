import { db } from "@/db/client";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { nameDebitFile } from "@/server/bank/debit-files/name-debit-file";
import { isId } from "@/server/domain/formats/id";
import { reaches } from "@/server/domain/rules/access-levels";
import { DomainError } from "@/server/errors";
import { actorOf } from "@/server/tenancy/people/person";
import { answerBankFile } from "../bank-file-answer";
import { refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** A file of direct debits for the company's bank, for people who may record payments. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    if (!reaches(person.accessLevel, "money")) return refuseExport(403, "not_allowed");
    const fileId = new URL(request.url).searchParams.get("file") ?? "";
    if (!isId(fileId)) return refuseExport(404, "invalid_debit_file_id");
    try {
      const actor = actorOf(person, requestId);
      return answerBankFile(await getDebitFile(db, actor, fileId), `${await nameDebitFile(db, actor, fileId)}.xml`, "xml");
    } catch (error) {
      if (error instanceof DomainError) return refuseExport(error.kind === "not_found" ? 404 : 409, error.code);
      throw error;
    }
  });
}
