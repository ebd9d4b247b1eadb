"use client";

import { clsx } from "clsx";
import { Stamp, Tag } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { Amount } from "@/components/ui/text/amount";
import { Fact } from "@/components/ui/text/fact";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedTransaction } from "@/server/bank/payments/list-transactions";
import { useBankText } from "./use-bank-text";

interface Props {
  entry: ListedTransaction;
  href: string;
  isOpen: boolean;
  /** Whether to name the company, because the reader sees several. */
  namesCompany: boolean;
  onOpen: () => void;
}

/** One payment in the list: name, amount, day and text. If the payment is booked in part, the amount is the rest. */
export function TransactionRow({ entry, href, isOpen, namesCompany, onOpen }: Props) {
  const say = useTranslations("bank");
  const categories = useTranslations("bank.categories");
  const text = useBankText()(entry.text);
  const { id, name, amountCents, countedCents, currency, bookedOn, companyName, isProposed, category, categoryText, debitsCount } = entry;
  // If a bank names no payer in a separate field, as in British CSV files, the text names the payer.
  const debits =
    !name && debitsCount > 0 && say.rich("debitsOfDay", { count: debitsCount, day: () => <FormattedDate key="day" day={bookedOn} /> });
  const title = debits || name || text || say("noName");
  const details = debits || name ? text || say("noText") : "";
  return (
    <li className="border-b border-line">
      <Link
        href={href}
        prefetch={false}
        id={rowId(id)}
        aria-current={isOpen ? "true" : undefined}
        onClick={onPlainClick(onOpen)}
        className={clsx(
          "relative grid gap-1 px-4 py-3 text-sm text-inherit -outline-offset-2 hover:no-underline",
          isOpen ? "bg-selected before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent-text" : "hover:bg-hover",
        )}
      >
        <span className="flex min-w-0 items-center justify-between gap-2">
          <b className="min-w-0 truncate font-medium">{title}</b>
          <span className="flex-none">
            <Amount cents={countedCents} currency={currency} className="tabular-nums" />
            {countedCents !== amountCents && (
              <span className="text-xs text-ink-faint">
                {" "}
                {say.rich("ofWhole", { amount: () => <Amount cents={amountCents} currency={currency} className="tabular-nums" /> })}
              </span>
            )}
          </span>
        </span>
        <span className="flex min-w-0 items-center justify-between gap-2 text-xs text-ink-faint">
          <span className="min-w-0 truncate">{namesCompany ? companyName : details}</span>
          <FormattedDate day={bookedOn} className="flex-none" />
        </span>
        {category && (
          <Fact tone="neutral" icon={Tag} small>
            {categoryText ?? categories(category)}
          </Fact>
        )}
        {isProposed && (
          <Fact tone="ourTurn" icon={Stamp} small>
            {say("proposed")}
          </Fact>
        )}
        {namesCompany && details && <span className="truncate text-xs text-ink-muted">{details}</span>}
      </Link>
    </li>
  );
}

export function rowId(transactionId: string): string {
  return `payment-${transactionId}`;
}
