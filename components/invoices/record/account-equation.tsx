import { useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import { Equation, EquationResult, EquationTerm } from "@/components/ui/text/equation";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

/** The outstanding amount as an equation: billed + fees − paid − credited. */
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
