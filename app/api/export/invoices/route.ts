import { getLocale, getTranslations } from "next-intl/server";
import { filterOf, loadListAddress } from "@/components/invoices/list/list-address";
import { db } from "@/db/client";
import { beginExport, type ExportColumn, type ExportWords, exportColumns } from "@/server/billing/invoices/export-invoices";
import { invoiceFilter } from "@/server/billing/invoices/invoice-filter";
import { isId } from "@/server/domain/formats/id";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { type InvoiceState, invoiceStates, type MoneyFact, moneyFacts } from "@/server/domain/rules/invoice-state";
import { actorOf } from "@/server/tenancy/people/person";
import { whileStillAllowed } from "@/server/tenancy/people/while-still-allowed";
import { answerCsv, datedName, recordOf, refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** The filtered list as a spreadsheet file; `ids` limits it to selected invoices. Available to everybody who may see the list. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    const { searchParams } = new URL(request.url);
    const filter = invoiceFilter.safeParse(filterOf(loadListAddress(searchParams)));
    const ids = searchParams.get("ids")?.split(".") ?? null;
    if (!filter.success || ids?.some((id) => !isId(id))) return refuseExport(400, "invalid_request");

    const { file, ...words } = await wordsOfExport();
    const locale = regionalLocale(await getLocale());
    const actor = actorOf(person, requestId);
    const pieces = await beginExport(db, actor, { filter: filter.data, ids, locale, words });
    return answerCsv(datedName(file, actor), whileStillAllowed(db, person, pieces));
  });
}

async function wordsOfExport(): Promise<ExportWords & { file: string }> {
  const say = await getTranslations("invoices");
  return {
    file: say("export.file"),
    headers: recordOf<ExportColumn, string>(exportColumns, (column) => say(`export.${column}`)),
    states: recordOf<InvoiceState, string>(invoiceStates, (state) => say(`state.${state}`)),
    facts: recordOf<MoneyFact, string>(moneyFacts, (fact) => say(`fact.${fact}`)),
  };
}
