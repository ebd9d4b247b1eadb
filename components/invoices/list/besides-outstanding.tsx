import { useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import type { MoneySums } from "@/server/domain/rules/invoice-state";

interface Props {
  sums: Pick<MoneySums, "notTransmittedCents" | "toRefundCents">;
  currency?: string;
}

/** Amounts of the invoices that do not count as outstanding, each with its name. */
export function BesidesOutstanding({ sums: { notTransmittedCents, toRefundCents }, currency }: Props) {
  const say = useTranslations("invoices.sums");
  if (notTransmittedCents === 0 && toRefundCents === 0) return null;
  const amount = (cents: number) => () => <Amount key="amount" cents={cents} currency={currency} />;
  return (
    <span className="flex flex-wrap gap-x-3 text-xs font-normal text-ink-muted">
      {notTransmittedCents !== 0 && <span>{say.rich("notTransmitted", { amount: amount(notTransmittedCents) })}</span>}
      {toRefundCents !== 0 && <span>{say.rich("toRefund", { amount: amount(toRefundCents) })}</span>}
    </span>
  );
}
