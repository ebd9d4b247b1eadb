"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { ShownOnce } from "@/components/developers/keys/shown-once";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { useMinute } from "@/components/ui/text/use-minute";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";

/**
 * Creates a new secret and shows it once. For another day, notifications are signed with the old secret as well. While the secret is shown,
 * only the dialog's own button closes the dialog.
 */
export default function RotateSecret({ endpoint, onClose }: { endpoint: ListedEndpoint; onClose: () => void }) {
  const say = useTranslations("endpoints");
  const ui = useTranslations("ui");
  const trpc = useTRPC();
  const queries = useQueryClient();
  /** Real time of the current minute, in ms. */
  const minute = useMinute();
  // The answer contains the secret, so it is dropped together with the dialog.
  const rotate = useMutation(trpc.endpoints.rotateSecret.mutationOptions({ gcTime: 0 }));
  const secret = rotate.data?.secret;
  const { previousSecretUntil } = endpoint;

  if (secret) {
    return (
      <Dialog
        open
        onOpenChange={() => undefined}
        title={say("shown.title")}
        footer={
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              void queries.invalidateQueries(trpc.endpoints.pathFilter());
            }}
          >
            {say("shown.done")}
          </Button>
        }
      >
        <ShownOnce value={secret} words="endpoints.shown" />
        <p className="text-sm text-ink-muted">{say("rotate.afterwards")}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={say("rotate.title")}
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate({ endpointId: endpoint.id });
      }}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" variant="primary" busy={rotate.isPending && say("rotate.busy")}>
            {say("rotate.confirm")}
          </Button>
        </>
      }
    >
      {rotate.error && <Refusal key={rotate.submittedAt} code={failureOf(rotate.error).code} />}
      <p>{say("rotate.explanation")}</p>
      {previousSecretUntil && previousSecretUntil.getTime() > minute && (
        <p>{say.rich("rotate.again", { time: () => <FormattedDate key="time" at={previousSecretUntil} as="moment" /> })}</p>
      )}
    </Dialog>
  );
}
