"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ListedApiKey } from "@/server/api-keys/api-key";
import { failureOf } from "../failure";
import { RefusalText } from "../refusal-text";
import { useTRPC } from "../trpc";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { RelativeTime } from "../ui/relative-time";
import { toastDone } from "../ui/toast";

/** Asks first: whatever still uses the key stops working, and no key comes back. */
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
      lock={say("lock")}
      error={code && <RefusalText code={code} />}
    >
      <p>{say("consequence")}</p>
      <p>
        {lastUsedAt
          ? say.rich("lastUsed", { time: () => <RelativeTime key="time" at={lastUsedAt} isReal inSentence /> })
          : say("neverUsed")}
      </p>
    </ConfirmDialog>
  );
}
