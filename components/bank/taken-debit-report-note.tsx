"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { TakenDebitReport } from "@/server/bank/debits/take-debit-report";
import { FailedDebits } from "./failed-debits";

/** Effect of a bank's report about a file of direct debits, after its upload. Its times are texts, because it comes from a JSON answer. */
export function TakenDebitReportNote({ report }: { report: TakenDebitReport }) {
  const say = useTranslations("bank.upload");
  const { companyId, companyName, madeAt, status, rejected, rejectedDebits, refused, contradicted, unknown } = report;
  return (
    <div className="grid gap-1 text-ink-muted">
      <p>
        {say.rich("debitReport", { company: companyName, status: status ?? "other", day: () => <FormattedDate key="day" at={madeAt} /> })}{" "}
        <Link href={`/companies/${companyId}/debits`} prefetch={false}>
          {say("toFiles")}
        </Link>
      </p>
      {rejected > 0 && <p className="text-attention">{say("debitsRejected", { count: rejected })}</p>}
      <FailedDebits debits={rejectedDebits} count={rejected} />
      {refused > 0 && <p className="text-attention">{say("debitsRefused", { count: refused })}</p>}
      {contradicted > 0 && <p className="text-attention">{say("debitsContradicted", { count: contradicted })}</p>}
      {unknown > 0 && <p>{say("notInFile", { count: unknown })}</p>}
    </div>
  );
}
