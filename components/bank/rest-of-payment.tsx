import { useTranslations } from "next-intl";
import { Amount } from "@/components/ui/text/amount";
import type { DescribedTransaction } from "@/server/bank/payments/describe-transaction";

/** States of a payment whose rest is decided on. */
const decidedStates = ["later", "to_return", "returned", "noted"] as const;

/** The rest of a payment that is booked in part, with the decision about it. */
export function RestOfPayment({ payment }: { payment: DescribedTransaction }) {
  const say = useTranslations("bank");
  const categories = useTranslations("bank.categories");
  const { state, category, categoryText, amountCents, leftCents, currency } = payment;
  if (leftCents === 0 || leftCents === amountCents) return null;
  const amount = () => <Amount cents={leftCents} currency={currency} />;
  const decided = decidedStates.find((each) => each === state);
  return (
    <p className="text-sm">
      {category
        ? say.rich("rest.category", { amount, category: categoryText ?? categories(category) })
        : say.rich(decided ? `rest.${decided}` : "left", { amount })}
    </p>
  );
}
