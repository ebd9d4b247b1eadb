"use client";

import { useTranslations } from "next-intl";
import { useRegion } from "@/components/ui/text/region";
import { formatAmount } from "@/server/domain/formats/money";
import { cutLines } from "./cut-lines";
import type { Refusal } from "./send-statement-file";
import { WaitingAccount } from "./which-account";

/** Why a file was refused, and where in it. */
export function RefusalText({ refusal: { reason, line, element, found, sum, waiting, rows } }: { refusal: Refusal }) {
  const say = useTranslations("bank");
  const region = useRegion();
  const money = (cents: number) => formatAmount(cents, region);
  const foundText = sum
    ? say("upload.sum", { opening: money(sum.openingCents), booked: money(sum.bookedCents), closing: money(sum.closingCents) })
    : found || "–";
  if (rows) {
    return (
      <p role="alert" className="text-late wrap-anywhere">
        {cutLines(rows).map(({ columns, count, lines }) => `${say("upload.cut", { columns, count, lines })} `)}
        {say("upload.notCut", { width: rows.width })} <span className="text-ink-muted">{say("upload.whyCut")}</span>
      </p>
    );
  }
  return (
    <p role="alert" className="text-late wrap-anywhere">
      {say(`refusals.${reason}`)} {waiting && <WaitingAccount account={waiting} />}{" "}
      <span className="text-ink-muted">{say("upload.place", { line, element, found: foundText })}</span>
    </p>
  );
}
