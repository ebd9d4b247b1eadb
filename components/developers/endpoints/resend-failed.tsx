"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { FieldGroup } from "@/components/ui/form/field";
import { Radio } from "@/components/ui/form/radio";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { HOUR_MS } from "@/server/domain/formats/time";

/** Offered periods, in hours. */
const choices = [1, 24, 72, 168, 720] as const;

/** Asks for a period, and resends the unconfirmed deliveries with an attempt that failed in that period. */
export default function ResendFailed({ endpointId, trigger }: { endpointId: string; trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("endpoints.resend");
  const ui = useTranslations("ui");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [hours, setHours] = useState<number>(24);
  const resend = useMutation(
    trpc.endpoints.resendFailedSince.mutationOptions({
      onSuccess: (count) => {
        toastDone(say("done", { count }));
        setOpen(false);
        return queries.invalidateQueries(trpc.endpoints.pathFilter());
      },
    }),
  );
  return (
    <>
      {opener}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={say("title")}
        onSubmit={(event) => {
          event.preventDefault();
          resend.mutate({ endpointId, since: new Date(Date.now() - hours * HOUR_MS) });
        }}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{ui("cancel")}</Button>
            <Button type="submit" variant="primary" busy={resend.isPending && say("busy")}>
              {say("confirm")}
            </Button>
          </>
        }
      >
        {resend.error && <Refusal key={resend.submittedAt} code={failureOf(resend.error).code} />}
        <p>{say("explanation")}</p>
        <FieldGroup label={say("since")}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              name="hours"
              value={choice}
              checked={choice === hours}
              onChange={() => setHours(choice)}
              label={say("hours", { hours: choice })}
            />
          ))}
        </FieldGroup>
      </Dialog>
    </>
  );
}
