import { db } from "@/db/client";
import { isId } from "@/server/domain/formats/id";
import { DomainError } from "@/server/errors";
import { getSeasonFile } from "@/server/seasons/find-season";
import { actorOf } from "@/server/tenancy/people/person";
import { guardFileTransfer } from "../../guard-file-transfer";
import { answerBankFile } from "../bank-file-answer";
import { refuseExport } from "../csv-answer";

/** A file of a sandbox's season, for its administrators, at most sixty a minute per person. */
export function GET(request: Request): Promise<Response> {
  return guardFileTransfer(request, { name: "season-files", most: 60, refuse: refuseExport }, async (person, requestId) => {
    if (person.role !== "administrator") return refuseExport(403, "not_allowed");
    const fileId = new URL(request.url).searchParams.get("file") ?? "";
    if (!isId(fileId)) return refuseExport(404, "invalid_season_file_id");
    try {
      const { contents, name } = await getSeasonFile(db, actorOf(person, requestId), fileId);
      return answerBankFile(contents, name, "xml");
    } catch (error) {
      if (error instanceof DomainError) return refuseExport(404, error.code);
      throw error;
    }
  });
}
