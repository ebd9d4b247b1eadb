import { getLocale, getTranslations } from "next-intl/server";
import { loadStatementAddress } from "@/components/bank/statement/statement-address";
import { db } from "@/db/client";
import { beginEntriesExport, type EntryColumn, type EntryWords, entryColumns } from "@/server/bank/entries/export-entries";
import { statementFileName } from "@/server/domain/banking/statement-file-name";
import { isId } from "@/server/domain/formats/id";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { type EntryOutcome, entryOutcomes, type PaymentCategory, paymentCategories } from "@/server/domain/rules/statement-list";
import { DomainError } from "@/server/errors";
import { actorOf } from "@/server/tenancy/people/person";
import { whileStillAllowed } from "@/server/tenancy/people/while-still-allowed";
import { answerCsv, recordOf, refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** A statement's filtered entries as CSV, for everybody who may see the statement. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    const { searchParams } = new URL(request.url);
    const statementId = searchParams.get("statement") ?? "";
    if (!isId(statementId)) return refuseExport(400, "invalid_request");
    const { outcome, category } = loadStatementAddress(searchParams);
    const { fileWord, ...words } = await wordsOfExport();
    const wanted = { statementId, filter: { outcome, category }, locale: regionalLocale(await getLocale()), words };
    try {
      const { pieces, statement } = await beginEntriesExport(db, actorOf(person, requestId), wanted);
      return answerCsv(statementFileName(fileWord, statement), whileStillAllowed(db, person, pieces));
    } catch (error) {
      if (error instanceof DomainError && error.kind === "not_found") return refuseExport(404, error.code);
      throw error;
    }
  });
}

async function wordsOfExport(): Promise<EntryWords & { fileWord: string }> {
  const say = await getTranslations("bank");
  return {
    fileWord: say("statement.csv.file"),
    headers: recordOf<EntryColumn, string>(entryColumns, (column) => say(`statement.csv.${column}`)),
    outcomes: recordOf<EntryOutcome, string>(entryOutcomes, (outcome) =>
      outcome === "repeated" || outcome === "withdrawn" ? say(`statement.outcomes.${outcome}`) : say(`tabs.${outcome}`),
    ),
    categories: recordOf<PaymentCategory, string>(paymentCategories, (category) => say(`categories.${category}`)),
    chargeOfBank: say("chargeOfBank"),
  };
}
