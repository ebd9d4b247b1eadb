"use client";

import { ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { ConversationAct } from "@/components/conversations/conversation/use-possible-acts";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";

interface Props {
  acts: ConversationAct[];
  onAct: (name: ConversationAct["name"]) => void;
  onFacts: () => void;
  trigger: ReactElement;
}

/** Acts that do not fit beside the name on a phone. Opens immediately. */
export default function PaneMenu({ acts, onAct, onFacts, trigger }: Props) {
  const say = useTranslations("conversation.pane");
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem icon={<ReceiptText />} onSelect={onFacts}>
        {say("facts")}
      </MenuItem>
      {acts.map(({ name, icon, label }) => (
        <MenuItem key={name} icon={icon} onSelect={() => onAct(name)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
