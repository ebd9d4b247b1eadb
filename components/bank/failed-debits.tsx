import { useTranslations } from "next-intl";
import { DebitReason } from "@/components/companies/debits/debit-reason";
import { Amount } from "@/components/ui/text/amount";
import type { FailedDebit } from "@/server/bank/debits/failed-debit";

/** Payers whose direct debits the bank rejected or returned, each with amount and reason. `count`: number of all; the first ones are listed. */
export function FailedDebits({ debits, count }: { debits: readonly FailedDebit[]; count: number }) {
  const say = useTranslations("bank.upload");
  if (debits.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
      {debits.map(({ id, holder, amountCents, reasonCode, reasonText }) => (
        <li key={id} className="wrap-anywhere">
          {holder ?? "–"}, <Amount cents={amountCents} currency="EUR" />: <DebitReason code={reasonCode} text={reasonText} />
        </li>
      ))}
      {count > debits.length && <li>{say("moreDebits", { count: count - debits.length })}</li>}
    </ul>
  );
}
