import { useTranslations } from "next-intl";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { Withdrawal } from "@/server/bank/statements/list-statements";

/** States when and by whom a statement was withdrawn. */
export function WithdrawnText({ withdrawal: { at, byName } }: { withdrawal: Withdrawal }) {
  const say = useTranslations("bank");
  return <span>{say.rich("withdraw.withdrawn", { day: () => <FormattedDate at={at} />, name: byName ?? say("waits.nobody") })}</span>;
}
