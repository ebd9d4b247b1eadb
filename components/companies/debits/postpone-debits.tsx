"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { ActDialog } from "./act-dialog";

interface Props {
  bankAccountId: string;
  /** Number of debits for which no file was made in time. */
  count: number;
  trigger: ReactElement<TriggerProps>;
}

/** Asks whether a later day is to be announced for debits for which no file was made in time. */
export default function PostponeDebits({ bankAccountId, count, trigger }: Props) {
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
    </ActDialog>
  );
}
