"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedApiKey } from "@/server/tenancy/api-keys/api-key";

/** Asks before revoking, because everything that uses the key stops working, and a revoked key cannot be restored. */
export default function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ListedApiKey; onClose: () => void }) {
  const say = useTranslations("developers.revoke");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { id, name, lastUsedAt } = apiKey;
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => {
        toastDone(say("done", { name }));
        onClose();
        return queries.invalidateQueries(trpc.keys.list.queryFilter());
      },
    }),
  );
  const code = revoke.error && failureOf(revoke.error).code;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("title", { name })}
      confirm={say("confirm")}
      confirmIcon={Trash2}
      danger
      onConfirm={() => revoke.mutate({ keyId: id })}
      busy={revoke.isPending && say("busy")}
      irreversible={say("lock")}
      error={code && <RefusalText code={code} />}
    >
      <p>{say("consequence")}</p>
      <p>
        {lastUsedAt
          ? say.rich("lastUsed", { time: () => <RelativeTime key="time" at={lastUsedAt} inRealTime inSentence /> })
          : say("neverUsed")}
      </p>
    </ConfirmDialog>
  );
}
