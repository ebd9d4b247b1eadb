"use client";

import { CornerUpLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { Conversation } from "@/server/desk/tickets/conversation";

interface HandBackDialogProps {
  conversation: Conversation;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks support before it hands a conversation back to the company, because it cannot undo that. */
export default function HandBackDialog({ conversation, onClose, onConfirm }: HandBackDialogProps) {
  const say = useTranslations("conversation.handBack");
  const { customerName: customer, companyName: company, status } = conversation;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("title", { company })}
      confirm={say("confirm")}
      confirmIcon={CornerUpLeft}
      onConfirm={onConfirm}
      irreversible={say("lock", { company })}
    >
      <p>{say(status === "unanswered" ? "bodyUnanswered" : "body", { customer, company })}</p>
    </ConfirmDialog>
  );
}
