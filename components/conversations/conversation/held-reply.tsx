"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/form/button";
import { Fact } from "@/components/ui/text/fact";
import { Message } from "@/components/ui/text/message";
import type { Conversation, HeldReplyOfReader } from "@/server/desk/tickets/conversation";
import type { Acts } from "./use-acts";

interface HeldReplyProps {
  held: HeldReplyOfReader;
  conversation: Conversation;
  acts: Acts;
  mayAct: boolean;
}

/** A held reply of the reader, with the button to take it back. */
export function HeldReply({ held, conversation, acts, mayAct }: HeldReplyProps) {
  const say = useTranslations("conversation.held");
  const [busy, setBusy] = useState(false);

  async function press(act: () => Promise<void>) {
    setBusy(true);
    await act();
    setBusy(false);
  }

  return (
    <Message
      side="ours"
      author={say("you")}
      time={
        <Fact tone="inProgress" icon={Send} small>
          {say(held.thenArchive ? "sendingThenArchiving" : "sending")}
        </Fact>
      }
      lang={conversation.locale}
      fact={
        <span className="ml-auto flex gap-1">
          <Button size="sm" disabled={busy} onClick={() => press(() => acts.recall(conversation, held.id))}>
            {say("undo")}
          </Button>
          {mayAct && (
            <Button size="sm" variant="quiet" disabled={busy} onClick={() => press(() => acts.sendNow(conversation))}>
              {say("sendNow")}
            </Button>
          )}
        </span>
      }
    >
      {held.message}
    </Message>
  );
}
