"use client";

import { RefreshCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay/menu";

interface Props {
  /** Whether another key has replaced this one already. */
  isRolled: boolean;
  onAsk: (to: "roll" | "revoke") => void;
  trigger: ReactElement;
}

/** Acts on a working key. */
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
