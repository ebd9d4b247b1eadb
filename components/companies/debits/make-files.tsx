"use client";

import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import type { ChosenDebits } from "@/server/bank/debit-files/create-debit-files";
import type { ComingAccount } from "@/server/bank/debit-files/list-coming";
import { groupIban } from "@/server/domain/banking/group-iban";
import { ActDialog } from "./act-dialog";
import { DaysOfDebits } from "./days-of-debits";

interface Props {
  account: ComingAccount;
  chosen: ChosenDebits;
  trigger: ReactElement<TriggerProps>;
}

/** Confirmation of a file of direct debits before it is made: its days with their debits, the sum and the receiving account. */
export default function MakeFiles({ account: { days, holder, iban }, chosen, trigger }: Props) {
  const say = useTranslations("debits.coming.look");
  const { count } = chosen.seen;
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.create.mutationOptions())}
      input={chosen}
      title={say("title", { count })}
      confirm={say("confirm")}
      confirmIcon={FileDown}
      busy={say("busy")}
      done={say("done")}
    >
      <p className="wrap-anywhere">{say("account", { account: `${holder} ${groupIban(iban)}` })}</p>
      <DaysOfDebits
        caption={say("title", { count })}
        days={days
          .filter(({ collectOn }) => chosen.days.includes(collectOn))
          .map(({ collectOn, ready }) => ({ collectOn, count: ready.count, amountCents: ready.amountCents }))}
      />
      <p className="text-sm text-ink-muted">{say("note")}</p>
    </ActDialog>
  );
}
