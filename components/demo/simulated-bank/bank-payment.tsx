import { FlaskConical } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/form/button";
import { Banner } from "@/components/ui/page/banner";
import type { SimulatedBankPayment } from "@/db/schema/simulated-bank";
import type { Decision } from "@/server/billing/payment-providers/simulated-bank/decide";
import { formatMoney } from "@/server/domain/formats/money";

interface Props {
  payment: Omit<SimulatedBankPayment, "orderId" | "isPlay" | "createdAt" | "paidAt">;
  /** Decisions that are possible in the payment's state; the first has the primary button. */
  decisions: Decision[];
}

/** A payment at the simulated bank, with a button for each decision that is possible now. A plain form, which works without scripts. */
export function BankPayment({ payment, decisions }: Props) {
  const say = useTranslations("simulatedBank");
  const sayMethod = useTranslations("invoice.methods");
  const locale = useLocale();
  const { id, state, method, amountCents, currency, description, returnUrl } = payment;
  return (
    <>
      <Banner tone="quiet" icon={FlaskConical}>
        {say("simulated")}
      </Banner>
      <h1>{sayMethod(method)}</h1>
      <dl className="grid gap-3 border-t border-line-strong pt-4">
        <Fact name={say("amount")}>
          <span className="text-xl font-semibold">{formatMoney(amountCents, currency, locale)}</span>
        </Fact>
        <Fact name={say("for")}>{description}</Fact>
        <Fact name={say("state")}>{say(`states.${state}`)}</Fact>
      </dl>
      {decisions.length > 0 && (
        <form method="post" action={`/simulated-bank/${id}/decision`} className="grid gap-2">
          {decisions.map((decision, index) => (
            <Button key={decision} type="submit" name="decision" value={decision} variant={index === 0 ? "primary" : undefined}>
              {say(`decisions.${decision}`)}
            </Button>
          ))}
        </form>
      )}
      {returnUrl && state !== "open" && <a href={returnUrl}>{say("back")}</a>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
