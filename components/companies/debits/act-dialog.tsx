"use client";

import { type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";

interface Props<Data, Failure, Input>
  extends Pick<ConfirmDialogProps, "title" | "children" | "confirm" | "confirmIcon" | "danger" | "irreversible" | "disabled"> {
  trigger: ReactElement<TriggerProps>;
  act: Pick<UseMutationResult<Data, Failure, Input>, "mutate" | "reset" | "isPending" | "error">;
  input: Input;
  /** Text of the button while the act is in progress. */
  busy: string;
  /** Text that says that it is done. */
  done: string;
}

/** Asks whether an act about direct debits is to be done, does it, and reads the pages again, also after a refusal: others may have acted. */
export function ActDialog<Data, Failure, Input>({ trigger, act, input, busy, done, ...question }: Props<Data, Failure, Input>) {
  const queries = useQueryClient();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const confirm = () =>
    act.mutate(input, {
      onSuccess: () => {
        setOpen(false);
        toastDone(done);
      },
      onSettled: () => queries.invalidateQueries(),
    });
  return (
    <>
      {opener}
      <ConfirmDialog
        {...question}
        open={open}
        onOpenChange={(next) => {
          act.reset();
          setOpen(next);
        }}
        onConfirm={confirm}
        busy={act.isPending && busy}
        error={act.error && <RefusalText code={failureOf(act.error).code} />}
      />
    </>
  );
}
