"use client";

import { Archive, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import type { SendButtonProps } from "./send-button";
import { useModifierKey } from "./use-modifier-key";

/** The ways to send a reply, open from the start. */
export default function SendMenu({ onSend, trigger }: Pick<SendButtonProps, "onSend"> & { trigger: ReactElement }) {
  const say = useTranslations("conversation.composer");
  const modifier = useModifierKey();
  return (
    <Menu trigger={trigger} side="top" defaultOpen>
      <MenuItem icon={<Archive />} shortcut={`${modifier} ↵`} onSelect={() => onSend(true)}>
        {say("sendAndArchive")}
      </MenuItem>
      <MenuItem icon={<Send />} shortcut={`${modifier} ⇧ ↵`} onSelect={() => onSend(false)}>
        {say("sendAlone")}
      </MenuItem>
    </Menu>
  );
}
