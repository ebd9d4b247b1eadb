"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { endpointName } from "./endpoint-name";

interface Props {
  endpoint: ListedEndpoint;
  onClose: () => void;
  /** Leaves the endpoint's own page; absent in a list. */
  onDeleted?: () => void;
}

/** Asks before deleting, because unconfirmed changes will never be sent, and past deliveries can no longer be looked up. */
export default function DeleteEndpointDialog({ endpoint, onClose, onDeleted }: Props) {
  const say = useTranslations("endpoints.delete");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const name = endpointName(endpoint);
  const remove = useMutation(
    trpc.endpoints.delete.mutationOptions({
      onSuccess: () => {
        toastDone(say("done", { name }));
        onClose();
        onDeleted?.();
        // The endpoint's own page is about to close, and its queries would fail if they were repeated.
        return queries.invalidateQueries({ ...trpc.endpoints.pathFilter(), refetchType: onDeleted ? "none" : "active" });
      },
    }),
  );
  const code = remove.error && failureOf(remove.error).code;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("title", { name })}
      confirm={say("confirm")}
      confirmIcon={Trash2}
      danger
      onConfirm={() => remove.mutate({ endpointId: endpoint.id })}
      busy={remove.isPending && say("busy")}
      irreversible={say("lock")}
      error={code && <RefusalText code={code} />}
    >
      <p>{say("consequence")}</p>
      <p>{say("owed", { count: endpoint.owedCount })}</p>
    </ConfirmDialog>
  );
}
