"use client";

import { RefreshCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay/menu";

interface Props {
  /** Another key has taken its place already. */
  isRolled: boolean;
  onAsk: (to: "roll" | "revoke") => void;
  trigger: ReactElement;
}

/** What can be done about a key that works. */
export default function KeyMenu({ isRolled, onAsk, trigger }: Props) {
  const say = useTranslations("developers");
  return (
    <Menu trigger={trigger} defaultOpen>
      {!isRolled && (
        <>
          <MenuItem icon={<RefreshCw />} onSelect={() => onAsk("roll")}>
            {say("roll.open")}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={<Trash2 />} danger onSelect={() => onAsk("revoke")}>
        {say("revoke.open")}
      </MenuItem>
    </Menu>
  );
}
