"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { FieldGroup } from "@/components/ui/form/field";
import { Radio } from "@/components/ui/form/radio";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { ListedApiKey, OverlapHours } from "@/server/tenancy/api-keys/api-key";
import { ShownOnce } from "./shown-once";

/** Choices of hours for which the old key still works. */
const overlaps = [0, 1, 24, 72] as const satisfies readonly OverlapHours[];

/**
 * Creates a key that replaces an old one, and shows it once. The old key still works for the chosen hours. While the new key is shown, only
 * the dialog's own button closes the dialog.
 */
export default function RollKey({ apiKey, onClose }: { apiKey: ListedApiKey; onClose: () => void }) {
  const say = useTranslations("developers");
  const ui = useTranslations("ui");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [overlapHours, setOverlapHours] = useState<OverlapHours>(24);
  const refresh = () => void queries.invalidateQueries(trpc.keys.list.queryFilter());
  // The answer contains the key, so it is dropped together with the dialog.
  const roll = useMutation(trpc.keys.roll.mutationOptions({ gcTime: 0 }));
  const newKey = roll.data?.key;

  function finish() {
    onClose();
    refresh();
  }

  return (
    <Dialog
      open
      onOpenChange={() => !newKey && onClose()}
      title={newKey ? say("shown.title") : say("roll.title", { name: apiKey.name })}
      onSubmit={
        newKey
          ? undefined
          : (event) => {
              event.preventDefault();
              roll.mutate({ keyId: apiKey.id, overlapHours }, { onError: refresh });
            }
      }
      footer={
        newKey ? (
          <Button variant="primary" onClick={finish}>
            {say("shown.done")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{ui("cancel")}</Button>
            <Button type="submit" variant="primary" busy={roll.isPending && say("roll.busy")}>
              {say("roll.confirm")}
            </Button>
          </>
        )
      }
    >
      {newKey ? (
        <>
          <ShownOnce value={newKey} words="developers.shown" />
          <p className="text-sm text-ink-muted">{say("roll.afterwards", { hours: overlapHours })}</p>
        </>
      ) : (
        <>
          {roll.error && <Refusal key={roll.submittedAt} code={failureOf(roll.error).code} />}
          <p>{say("roll.explanation")}</p>
          <FieldGroup label={say("roll.overlap")} hint={say("roll.overlapHint")}>
            {overlaps.map((hours) => (
              <Radio
                key={hours}
                name="overlap"
                value={hours}
                checked={hours === overlapHours}
                onChange={() => setOverlapHours(hours)}
                label={say("roll.hours", { hours })}
              />
            ))}
          </FieldGroup>
        </>
      )}
    </Dialog>
  );
}
