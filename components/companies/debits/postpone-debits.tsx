"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import type { ComingAccount } from "@/server/bank/debit-files/list-coming";
import { ActDialog } from "./act-dialog";
import { DaysOfDebits } from "./days-of-debits";

interface Props {
  account: ComingAccount;
  /** Number of debits for which no file was made in time. */
  count: number;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether a later day is to be announced for debits for which no file was made in time, and names the days and sums. */
export default function PostponeDebits({ account: { bankAccountId, laterDays }, count, trigger }: Props) {
  const say = useTranslations("debits.coming.postpone");
  return (
    <ActDialog
      trigger={trigger}
      act={useMutation(useTRPC().debits.postpone.mutationOptions())}
      input={{ bankAccountId, seenCount: count }}
      title={say("title", { count })}
      confirm={say("confirm")}
      busy={say("busy")}
      done={say("done")}
    >
      <p>{say("consequence")}</p>
      <p>{say("days")}</p>
      <DaysOfDebits caption={say("days")} days={laterDays} />
    </ActDialog>
  );
}
