import { useTranslations } from "next-intl";
import type { InvoiceRecord } from "@/server/invoices/invoice-record";
import { Amount } from "../ui/amount";
import { Equation, EquationResult, EquationTerm } from "../ui/equation";

/** How the figure came about: what was billed, what came on top, what is settled. */
export function AccountEquation({ invoice: { account, currency } }: { invoice: InvoiceRecord }) {
  const say = useTranslations("invoice.account");
  return (
    <section aria-label={say("title")}>
      <Equation>
        <EquationTerm label={say("billed")}>
          <Amount cents={account.billedCents} />
        </EquationTerm>
        <EquationTerm label={say("fees")} sign="+">
          <Amount cents={account.feesCents} />
        </EquationTerm>
        <EquationTerm label={say("paid")} sign="−">
          <Amount cents={account.paidCents} />
        </EquationTerm>
        <EquationTerm label={say("credited")} sign="−">
          <Amount cents={account.creditedCents} />
        </EquationTerm>
        <EquationResult label={say("outstanding", { currency })}>
          <Amount cents={account.outstandingCents} className="text-inherit" />
        </EquationResult>
      </Equation>
    </section>
  );
}
