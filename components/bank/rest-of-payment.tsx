import { useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";

/** States of a payment whose rest is no longer to be decided. */
const asideStates = ["later", "to_return", "returned", "noted"] as const;

/** The outcome of the part that is not booked, if the payment is booked in part. */
export function RestOfPayment({ payment }: { payment: DescribedTransaction }) {
  const say = useTranslations("bank");
  const categories = useTranslations("bank.categories");
  const { state, category, categoryText, amountCents, leftCents, currency } = payment;
  if (leftCents === 0 || leftCents === amountCents) return null;
  const amount = () => <Amount cents={leftCents} currency={currency} />;
  const aside = asideStates.find((each) => each === state);
  return (
    <p className="text-sm">
      {category
        ? say.rich("rest.category", { amount, category: categoryText ?? categories(category) })
        : say.rich(aside ? `rest.${aside}` : "left", { amount })}
    </p>
  );
}
