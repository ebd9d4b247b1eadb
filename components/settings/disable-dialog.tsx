"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { failureOf } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { MemberStatus } from "@/server/tenancy/people/member";

interface Props {
  person: { name: string; email: string; status: MemberStatus };
  /** Disables the person, and closes the dialog on success. */
  disable: { mutate: () => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** Asks before disabling a person: the person can be enabled again, but their unsaved work is lost. */
export default function DisableDialog({ person, disable, onClose }: Props) {
  const say = useTranslations("settings.disable");
  const name = person.name || person.email;
  const code = disable.error ? failureOf(disable.error).code : undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("title", { name })}
      confirm={say("confirm")}
      confirmIcon={UserX}
      danger
      onConfirm={() => disable.mutate()}
      busy={disable.isPending && say("busy")}
      error={code && <RefusalText code={code} />}
    >
      <p>{say(person.status === "invited" ? "ofInvited" : "ofActive", { name })}</p>
    </ConfirmDialog>
  );
}
