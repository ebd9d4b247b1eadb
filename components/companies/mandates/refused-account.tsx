import { useTranslations } from "next-intl";
import { DebitReason } from "@/components/companies/debits/debit-reason";
import { Banner } from "@/components/ui/page/banner";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { AskedAccount } from "@/server/billing/mandates/record-by-hand";

/** An account about which the form asks, as it was typed. */
export type AskedAbout = AskedAccount["asked"] & { iban: string };

/** Asks whether an account is to be recorded that the bank has refused, and says why and when. */
export function RefusedAccount({ asked: { code, failedOn } }: { asked: AskedAbout }) {
  const say = useTranslations("mandates");
  return (
    <Banner tone="attention" role="alert">
      {say.rich("refusedAccount", {
        day: () => <FormattedDate key="day" day={failedOn} as="long" />,
        reason: () => <DebitReason key="reason" code={code} text={null} />,
      })}
    </Banner>
  );
}
