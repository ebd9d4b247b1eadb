"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Kbd } from "@/components/ui/text/kbd";
import { useModifierKey } from "./use-modifier-key";

interface SendButtonProps {
  busy: boolean;
  disabled: boolean;
  /** Whether the button also archives, as for most answers to a waiting customer. */
  archives: boolean;
  onSend: (thenArchive: boolean) => void;
}

/** Sends a reply, and archives if `archives` is set. A menu beside the button, loaded at its first use, offers both ways. */
export function SendButton({ busy, disabled, archives, onSend }: SendButtonProps) {
  const say = useTranslations("conversation.composer");
  const modifier = useModifierKey();
  return (
    <span className="inline-flex flex-none gap-px">
      <Button
        variant="primary"
        className="rounded-r-none"
        disabled={disabled}
        busy={busy && say("sending")}
        onClick={() => onSend(archives)}
      >
        {say(archives ? "sendAndArchive" : "sendAlone")}
        <Kbd>{`${modifier} ↵`}</Kbd>
      </Button>
      <OnDemand
        load={() => import("./send-menu")}
        props={{ archives, onSend }}
        popup="menu"
        trigger={
          <Button
            variant="primary"
            square
            className="rounded-l-none"
            disabled={disabled}
            aria-label={say("otherWays")}
            title={say("otherWays")}
          >
            <ChevronDown />
          </Button>
        }
      />
    </span>
  );
}
