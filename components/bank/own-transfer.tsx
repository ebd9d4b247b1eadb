import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";

interface Props {
  /** The company that has the other account. */
  companyName: string;
  isBusy: boolean;
  /** Null: the reader may not decide. */
  onChoose: (() => void) | null;
}

/** Proposes the category of transfers between the organisation's own accounts. */
export function OwnTransfer({ companyName, isBusy, onChoose }: Props) {
  const say = useTranslations("bank");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
      {say("ownTransfer", { company: companyName })}
      {onChoose && (
        <Button size="sm" disabled={isBusy} onClick={onChoose}>
          <Tag />
          {say("categories.own_transfers")}
        </Button>
      )}
    </p>
  );
}
