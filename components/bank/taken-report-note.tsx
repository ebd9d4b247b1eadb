"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { TakenReport } from "@/server/bank/refund-files/take-report";
import { refundsHref } from "./bank-address";

/** Effect of a bank's report about a refund file, after its upload. Its times are texts, because it comes from a JSON answer. */
export function TakenReportNote({ report }: { report: TakenReport }) {
  const say = useTranslations("bank.upload");
  const { companyId, companyName, madeAt, status, rejected, names, contradicted, unknown } = report;
  return (
    <div className="grid gap-1 text-ink-muted">
      <p>
        {say.rich("report", { company: companyName, status: status ?? "other", day: () => <FormattedDate key="day" at={madeAt} /> })}{" "}
        <Link href={refundsHref(companyId)} prefetch={false}>
          {say("toFiles")}
        </Link>
      </p>
      {rejected > 0 && <p className="text-attention">{say("rejected", { count: rejected })}</p>}
      {names > 0 && <p className="text-attention">{say("names", { count: names })}</p>}
      {contradicted > 0 && <p className="text-attention">{say("contradicted", { count: contradicted })}</p>}
      {unknown > 0 && <p>{say("notInFile", { count: unknown })}</p>}
    </div>
  );
}
