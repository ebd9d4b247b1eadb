import { getLocale, getTranslations } from "next-intl/server";
import { db } from "@/db/client";
import { type CaseWords, caseColumns, caseFacts, caseFile } from "@/server/desk/timeline/case-file";
import { deliveries } from "@/server/desk/timeline/timeline";
import { isId } from "@/server/domain/formats/id";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { holdKinds } from "@/server/domain/rules/holds";
import { lineNames } from "@/server/domain/words/line-names";
import { DomainError } from "@/server/errors";
import { actorOf } from "@/server/tenancy/people/person";
import { answerCsv, datedName, recordOf, refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** File for a debt collector or lawyer: an invoice's account, messages and proof of sending. For everybody who may see the invoice. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    const invoiceId = new URL(request.url).searchParams.get("invoice") ?? "";
    if (!isId(invoiceId)) return refuseExport(404, "invalid_invoice_id");
    try {
      const { file, ...words } = await wordsOfCase();
      const actor = actorOf(person, requestId);
      const text = await caseFile(db, actor, invoiceId, regionalLocale(await getLocale()), words);
      return answerCsv(datedName(file, actor), inOnePiece(text));
    } catch (error) {
      if (error instanceof DomainError && error.kind === "not_found") return refuseExport(404, error.code);
      throw error;
    }
  });
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text;
}

async function wordsOfCase(): Promise<CaseWords & { file: string }> {
  const say = await getTranslations("invoice");
  const sayCase = await getTranslations("caseFile");
  const sayDelivery = await getTranslations("collection.delivery");
  return {
    file: sayCase("file"),
    facts: recordOf(caseFacts, (fact) => sayCase(`facts.${fact}`)),
    columns: recordOf(caseColumns, (column) => sayCase(`columns.${column}`)),
    lines: recordOf(lineNames, (name) => say(`lineTypes.${name}`)),
    channels: recordOf(["EMAIL", "SMS", "LETTER"] as const, (channel) => say(`timeline.channels.${channel}`)),
    deliveries: recordOf(deliveries, (delivery) => sayDelivery(delivery)),
    senders: recordOf(["customer", "company"] as const, (sender) => sayCase(`senders.${sender}`)),
    holds: recordOf(holdKinds, (kind) => sayCase(`holds.${kind}`)),
    events: recordOf(["transmitted", "resumed", "retracted"] as const, (kind) => sayCase(`events.${kind}`)),
  };
}
