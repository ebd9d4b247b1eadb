"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { Amount } from "@/components/ui/text/amount";
import type { CompanySum } from "@/server/bank/payments/list-transactions";

interface Props {
  sums: CompanySum[];
  /** Id of the company that the list is limited to; null if there is none. */
  company: string | null;
  hrefOf: (company: string | null) => string;
  onCompany: (company: string | null) => void;
}

/** Number and sum of the listed payments, by company and currency. A click on a company limits the list to it; a second click ends that. */
export function DeskSums({ sums, company, hrefOf, onCompany }: Props) {
  const say = useTranslations("bank");
  /** Whether the reader can choose among companies; otherwise the only sum is plain text. */
  const isChoice = company !== null || new Set(sums.map(({ companyId }) => companyId)).size > 1;
  if (sums.length === 0 && !isChoice) return null;
  return (
    <ul aria-label={say("sums")} className="grid max-h-40 overflow-y-auto border-b border-line px-2 py-1.5 text-xs">
      {sums.map(({ companyId, companyName, currency, count, cameCents, wentCents }) => {
        const isChosen = companyId === company;
        const companyAfterClick = isChosen ? null : companyId;
        const contents = (
          <>
            <span className="min-w-0 truncate">{isChoice ? companyName : say("found", { count })}</span>
            <span className="flex flex-none gap-3 tabular-nums">
              {isChoice && <span className="text-ink-faint">{count}</span>}
              <CameAndWent cameCents={cameCents} wentCents={wentCents} currency={currency} />
            </span>
          </>
        );
        return (
          <li key={`${companyId} ${currency}`}>
            {isChoice ? (
              <Link
                href={hrefOf(companyAfterClick)}
                prefetch={false}
                aria-current={isChosen ? "true" : undefined}
                onClick={onPlainClick(() => onCompany(companyAfterClick))}
                className={clsx(rowClass, "max-sm:py-3 hover:no-underline", isChosen ? "bg-selected font-medium" : "hover:bg-hover")}
              >
                {contents}
              </Link>
            ) : (
              <span className={clsx(rowClass, "text-ink-muted")}>{contents}</span>
            )}
          </li>
        );
      })}
      {company !== null && (
        <li>
          <Link
            href={hrefOf(null)}
            prefetch={false}
            onClick={onPlainClick(() => onCompany(null))}
            className={clsx(rowClass, "text-ink-muted max-sm:py-3 hover:bg-hover hover:no-underline")}
          >
            {say("allCompanies")}
          </Link>
        </li>
      )}
    </ul>
  );
}

/** The sums of incoming and of outgoing payments, each with a word if there are both. Outgoing payments alone have a minus. */
function CameAndWent({ cameCents, wentCents, currency }: Pick<CompanySum, "cameCents" | "wentCents" | "currency">) {
  const say = useTranslations("bank");
  if (cameCents === 0 || wentCents === 0) return <Amount cents={cameCents + wentCents} currency={currency} />;
  return (
    <span className="grid justify-items-end">
      <span>{say.rich("sumCame", { amount: () => <Amount cents={cameCents} currency={currency} /> })}</span>
      <span>{say.rich("sumWent", { amount: () => <Amount cents={-wentCents} currency={currency} /> })}</span>
    </span>
  );
}

const rowClass = "flex items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-inherit";
