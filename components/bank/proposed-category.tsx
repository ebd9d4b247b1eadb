import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import type { Offers } from "@/server/bank/payments/offer-invoices";
import type { PlainCategory } from "@/server/domain/rules/statement-list";
import type { Press } from "./guard-decisions";

interface Props {
  offers: Pick<Offers, "ownAccount" | "proposedCategory">;
  /** Whether a press would decide. */
  isReady: boolean;
  /** Null: the reader may not decide. */
  onChoose: ((press: Press, category: PlainCategory) => void) | null;
}

/** Proposes a category: of transfers between the organisation's own accounts, or what the payment's words say. */
export function ProposedCategory({ offers: { ownAccount, proposedCategory }, isReady, onChoose }: Props) {
  const say = useTranslations("bank");
  const category = ownAccount ? "own_transfers" : proposedCategory;
  if (!category) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
      {ownAccount
        ? say("ownTransfer", { company: ownAccount.companyName })
        : say("saysCategory", { category: say(`categories.${category}`) })}
      {onChoose && (
        <Button size="sm" disabled={!isReady} onClick={(press) => onChoose(press, category)}>
          <Tag />
          {say(`categories.${category}`)}
        </Button>
      )}
    </p>
  );
}
