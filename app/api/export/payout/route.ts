import { getLocale, getTranslations } from "next-intl/server";
import { db } from "@/db/client";
import { payoutItemStatus } from "@/db/schema/payouts";
import {
  getRefundFile,
  getRefundList,
  type RefundColumn,
  type RefundWords,
  refundColumns,
} from "@/server/bank/refund-files/get-refund-file";
import { nameRefundFile } from "@/server/bank/refund-files/name-refund-file";
import { isId } from "@/server/domain/formats/id";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { reaches } from "@/server/domain/rules/access-levels";
import { DomainError } from "@/server/errors";
import { actorOf } from "@/server/tenancy/people/person";
import { answerBankFile } from "../bank-file-answer";
import { recordOf, refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** A file of refunds for the company's bank, or with `as=list` a list of its payments, for people who may record payments. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    if (!reaches(person.accessLevel, "money")) return refuseExport(403, "not_allowed");
    const { searchParams } = new URL(request.url);
    const payoutId = searchParams.get("payout") ?? "";
    if (!isId(payoutId)) return refuseExport(404, "invalid_payout_id");
    try {
      const actor = actorOf(person, requestId);
      const say = await getTranslations("bank.refunds");
      const name = await nameRefundFile(db, actor, payoutId, say("fileName"));
      if (searchParams.get("as") === "list")
        return answerBankFile(await getRefundList(db, actor, payoutId, await wordsOfList()), `${name}.csv`, "csv");
      return answerBankFile(await getRefundFile(db, actor, payoutId), `${name}.xml`, "xml");
    } catch (error) {
      if (error instanceof DomainError) return refuseExport(error.kind === "not_found" ? 404 : 409, error.code);
      throw error;
    }
  });
}

async function wordsOfList(): Promise<RefundWords> {
  const say = await getTranslations("bank.refunds");
  return {
    locale: regionalLocale(await getLocale()),
    headers: recordOf<RefundColumn, string>(refundColumns, (column) => say(`list.${column}`)),
    states: recordOf(payoutItemStatus.enumValues, (status) => say(`statuses.${status}`)),
  };
}
