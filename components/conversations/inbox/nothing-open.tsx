"use client";

import { MessagesSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { Kbd } from "@/components/ui/text/kbd";

/** Shown in place of a conversation while none is open. */
export function NothingOpen({ isEmpty, onFirst }: { isEmpty: boolean; onFirst: () => void }) {
  const say = useTranslations("conversation.pane.nothingOpen");
  if (isEmpty) return null;
  return (
    <EmptyState
      bare
      className="px-6"
      kind="nothing-yet"
      icon={MessagesSquare}
      title={say("title")}
      action={
        <Button variant="primary" onClick={onFirst}>
          {say("first")}
          <Kbd>j</Kbd>
        </Button>
      }
    >
      {say("body")}
    </EmptyState>
  );
}
