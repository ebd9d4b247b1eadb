"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Kbd } from "@/components/ui/text/kbd";
import { useModifierKey } from "./use-modifier-key";

interface SendButtonProps {
  busy: boolean;
  onSend: (thenArchive: boolean) => void;
}

/** Sends and archives, which is what most answers want, and beside it the way to send alone. Its menu is loaded when it is first used. */
export function SendButton({ busy, onSend }: SendButtonProps) {
  const say = useTranslations("conversation.composer");
  const modifier = useModifierKey();
  return (
    <span className="inline-flex flex-none gap-px">
      <Button variant="primary" className="rounded-r-none" busy={busy && say("sending")} onClick={() => onSend(true)}>
        {say("sendAndArchive")}
        <Kbd>{`${modifier} ↵`}</Kbd>
      </Button>
      <OnDemand
        load={() => import("./send-menu")}
        props={{ onSend }}
        popup="menu"
        trigger={
          <Button variant="primary" square className="rounded-l-none" aria-label={say("otherWays")} title={say("otherWays")}>
            <ChevronDown />
          </Button>
        }
      />
    </span>
  );
}
