import { Landmark } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { bankHref } from "@/components/bank/bank-address";
import type { Reader } from "@/components/shell/reader";
import { buttonClass } from "@/components/ui/form/button-class";
import { Banner } from "@/components/ui/page/banner";
import { Amount } from "@/components/ui/text/amount";
import type { PaymentAtDesk } from "@/server/billing/invoices/find-payment-at-desk";
import { waitsTooLong } from "@/server/domain/rules/desk-days";

interface Props extends Pick<Reader, "role"> {
  payment: PaymentAtDesk;
  now: Date;
  /** The company's country. */
  countryCode: string;
}

/**
 * Explains the hold: a payment that probably pays this invoice waits for a decision. Support gets no link, because it has no access to
 * the bank desk.
 */
export function AtDesk({ payment: { transactionId, countedCents, currency, since }, now, countryCode, role }: Props) {
  const say = useTranslations("invoice.atDesk");
  return (
    <Banner tone="attention" icon={Landmark}>
      <p>{say.rich("notice", { amount: () => <Amount cents={countedCents} currency={currency} /> })}</p>
      {waitsTooLong(since, now, { currency, countryCode }) && <p className="text-late">{say("tooLong")}</p>}
      {role !== "support" && (
        <p className="mt-2">
          <Link href={bankHref({ payment: transactionId })} className={buttonClass({ size: "sm" })}>
            {say("decide")}
          </Link>
        </p>
      )}
    </Banner>
  );
}
