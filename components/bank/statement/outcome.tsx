import { CircleCheck, CircleHelp, Clock, CornerUpLeft, FileX, type LucideIcon, Minus, Repeat, Stamp, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { bankHref, refundsHref } from "@/components/bank/bank-address";
import { Amount } from "@/components/ui/text/amount";
import { Fact, type FactProps } from "@/components/ui/text/fact";
import { useRegion } from "@/components/ui/text/region";
import type { ListedEntry } from "@/server/bank/entries/list-entries";
import { formatMoney } from "@/server/domain/formats/money";
import type { EntryOutcome } from "@/server/domain/rules/statement-list";
import { useOutcomeName } from "./entry-tabs";
import { statementHref } from "./statement-address";

/** Maximum number of invoices that a row names. */
const MOST_NAMED = 2;

interface Props {
  entry: ListedEntry;
  /** Id of the company selected in the portal, which links keep; null if there is none. */
  company: string | null;
  currency: string;
}

/**
 * Outcome of an entry, with links to its invoices, its refund file, or the statement in which it counts. If the payment is booked in part,
 * each booked part and the rest have their amounts.
 */
export function Outcome({ entry, company, currency }: Props) {
  const say = useTranslations("bank");
  const nameOf = useOutcomeName();
  const { outcome, invoices, isOfRefundFile, givingBackId, isProposed, countedIn, batch } = entry;
  const { tone, icon } = looks[outcome];
  // The outcome of a payment booked in part is about the rest: `countedCents`.
  const isBookedInPart = entry.countedCents !== entry.amountCents;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm sm:py-1.5">
      {countedIn ? (
        <Fact tone={tone} icon={icon}>
          <Link href={statementHref(countedIn.statementId, { payment: entry.id, company })} prefetch={false}>
            {countedIn.number ? say("statement.countedIn", { number: countedIn.number }) : say("statement.countedInOther")}
          </Link>
        </Fact>
      ) : (
        <Fact tone={isProposed ? "ourTurn" : tone} icon={isProposed ? Stamp : icon}>
          {isProposed ? say("proposed") : nameOf(outcome)}
          {isBookedInPart && <Amount cents={entry.countedCents} className="tabular-nums" />}
        </Fact>
      )}
      {invoices.slice(0, MOST_NAMED).map(({ kind, invoiceId, externalInvoiceNumber, customerName, amountCents }) => (
        <span key={`${kind} ${invoiceId}`} className="flex max-w-full min-w-0 gap-1">
          {kind !== "paid" && <span className="flex-none text-ink-muted">{say(`statement.${kind}`)}</span>}
          <Link
            href={`/invoices/${invoiceId}`}
            prefetch={false}
            title={`${externalInvoiceNumber} ${customerName}`}
            className="max-w-48 min-w-0 truncate"
          >
            {externalInvoiceNumber}
          </Link>
          {isBookedInPart && <Amount cents={amountCents} className="tabular-nums" />}
        </span>
      ))}
      {invoices.length > MOST_NAMED && (
        <span className="text-ink-muted">{say("statement.more", { count: invoices.length - MOST_NAMED })}</span>
      )}
      {isOfRefundFile && (
        <Link href={refundsHref(company)} prefetch={false}>
          {say("statement.refundFile")}
        </Link>
      )}
      {givingBackId && (
        <Link href={bankHref({ company, payment: givingBackId })} prefetch={false}>
          {say(entry.amountCents < 0 ? "statement.gaveBack" : "statement.givenBack")}
        </Link>
      )}
      {batch && <Batch batch={batch} currency={currency} />}
    </span>
  );
}

function Batch({ batch: { amountCents, payments }, currency }: { batch: NonNullable<ListedEntry["batch"]>; currency: string }): ReactNode {
  const say = useTranslations("bank.statement");
  const region = useRegion();
  const amount = formatMoney(amountCents, currency, region);
  return (
    <span className="text-xs text-ink-muted" title={say("ofTitle", { amount, payments })}>
      {say("of", { amount, payments })}
    </span>
  );
}

const looks: Record<EntryOutcome, { tone: FactProps["tone"]; icon: LucideIcon }> = {
  open: { tone: "ourTurn", icon: CircleHelp },
  later: { tone: "neutral", icon: Clock },
  // `to_return` and `returned`: the company gives the money back. Payments that a bank returned are something else.
  to_return: { tone: "ourTurn", icon: CornerUpLeft },
  booked: { tone: "paid", icon: CircleCheck },
  returned: { tone: "neutral", icon: Undo2 },
  noted: { tone: "neutral", icon: Minus },
  repeated: { tone: "neutral", icon: Repeat },
  withdrawn: { tone: "neutral", icon: FileX },
};
