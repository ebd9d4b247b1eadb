import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import type { Offers } from "@/server/bank/payments/offer-invoices";
import type { ProposedCategory as Proposal } from "@/server/bank/payments/propose-category";
import type { Press } from "./guard-decisions";

interface Props {
  offers: Pick<Offers, "ownAccount" | "proposedCategory">;
  /** Whether a press would decide. */
  isReady: boolean;
  /** Null: the reader may not decide. */
  onChoose: ((press: Press, proposal: Proposal) => void) | null;
}

/** Proposes a category: of transfers between the organisation's own accounts, of earlier payments like this one, or what its words say. */
export function ProposedCategory({ offers: { ownAccount, proposedCategory }, isReady, onChoose }: Props) {
  const say = useTranslations("bank");
  const proposal: Proposal | null = ownAccount ? { category: "own_transfers", text: null, because: "words" } : proposedCategory;
  if (!proposal) return null;
  const words = proposal.text ?? say(`categories.${proposal.category}`);
  const because = proposal.because === "earlier" ? "likeEarlier" : "saysCategory";
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
      {ownAccount ? say("ownTransfer", { company: ownAccount.companyName }) : say(because, { category: words })}
      {onChoose && (
        <Button size="sm" disabled={!isReady} onClick={(press) => onChoose(press, proposal)}>
          <Tag />
          {words}
        </Button>
      )}
    </p>
  );
}
