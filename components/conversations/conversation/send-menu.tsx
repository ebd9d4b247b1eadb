"use client";

import { Archive, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { useModifierKey } from "./use-modifier-key";

interface Props {
  /** Whether the button beside the menu archives. */
  archives: boolean;
  onSend: (thenArchive: boolean) => void;
  trigger: ReactElement;
}

/** Ways to send a reply. Opens immediately. */
export default function SendMenu({ archives, onSend, trigger }: Props) {
  const say = useTranslations("conversation.composer");
  const modifier = useModifierKey();
  return (
    <Menu trigger={trigger} side="top" defaultOpen>
      <MenuItem icon={<Archive />} shortcut={`${modifier} ${archives ? "" : "⇧ "}↵`} onSelect={() => onSend(true)}>
        {say("sendAndArchive")}
      </MenuItem>
      <MenuItem icon={<Send />} shortcut={`${modifier} ${archives ? "⇧ " : ""}↵`} onSelect={() => onSend(false)}>
        {say("sendAlone")}
      </MenuItem>
    </Menu>
  );
}
