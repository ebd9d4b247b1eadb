"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { Member } from "@/server/tenancy/people/member";

/** Asks first: the member can be enabled again, but what they were in the middle of is over. */
export default function DisableDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useTranslations("settings.disable");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const name = member.name || member.email;
  const disable = useMutation(
    trpc.people.disable.mutationOptions({
      onSuccess: () => {
        toastDone(say("done", { name }));
        onClose();
        return queries.invalidateQueries(trpc.people.list.queryFilter());
      },
    }),
  );
  const code = disable.error && failureOf(disable.error).code;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("title", { name })}
      confirm={say("confirm")}
      confirmIcon={UserX}
      danger
      onConfirm={() => disable.mutate({ userId: member.id })}
      busy={disable.isPending && say("busy")}
      error={code && <RefusalText code={code} />}
    >
      <p>{say(member.status === "invited" ? "ofInvited" : "ofActive", { name })}</p>
    </ConfirmDialog>
  );
}
