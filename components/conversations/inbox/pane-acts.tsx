"use client";

import { Ellipsis, ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ConversationAct } from "@/components/conversations/conversation/use-possible-acts";
import { onPlainClick } from "@/components/shell/on-plain-click";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Kbd } from "@/components/ui/text/kbd";

interface PaneActsProps {
  acts: ConversationAct[];
  onAct: (name: ConversationAct["name"]) => void;
  factsHref: string;
  onFacts: () => void;
}

/** Acts on the conversation. The last one, which archives or reopens, is always visible; on a phone the others are in a menu. */
export function PaneActs({ acts, onAct, factsHref, onFacts }: PaneActsProps) {
  const say = useTranslations("conversation.pane");
  const others = acts.slice(0, -1);
  const last = acts.at(-1);
  return (
    <div className="flex flex-none items-center gap-2 print:hidden">
      <ButtonLink variant="quiet" size="sm" href={factsHref} className="max-sm:hidden xl:hidden" onClick={onPlainClick(onFacts)}>
        <ReceiptText />
        {say("facts")}
      </ButtonLink>
      {others.map(({ name, icon, label, shortcut }) => (
        <Button key={name} variant="quiet" size="sm" className="max-sm:hidden" title={label} onClick={() => onAct(name)}>
          {icon}
          <span className="@max-lg:sr-only">{label}</span>
          <Kbd>{shortcut}</Kbd>
        </Button>
      ))}
      <span className="sm:hidden">
        <OnDemand
          load={() => import("./pane-menu")}
          props={{ acts: others, onAct, onFacts }}
          popup="menu"
          trigger={
            <IconButton name={say("more")} variant="quiet">
              <Ellipsis />
            </IconButton>
          }
        />
      </span>
      {last && (
        <Button size="sm" onClick={() => onAct(last.name)}>
          {last.icon}
          {last.label}
          <Kbd>{last.shortcut}</Kbd>
        </Button>
      )}
    </div>
  );
}
