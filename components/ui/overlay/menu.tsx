"use client";

import { clsx } from "clsx";
import * as Radix from "radix-ui/dropdown-menu";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/text/kbd";
import { usePopupPlace } from "./use-popup-place";

export interface MenuProps {
  /** Button that opens the menu. */
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  /** Preferred side of the button. */
  side?: "top" | "bottom";
  open?: boolean;
  /** Whether the menu is open when it mounts, because an OnDemand has loaded it by a click. */
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A list of acts that a button opens. */
export function Menu({ trigger, align = "end", side = "bottom", open, defaultOpen, onOpenChange, children }: MenuProps) {
  const { triggerRef, container } = usePopupPlace();
  return (
    <Radix.Root modal={false} open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={triggerRef}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="float-in z-50 max-h-(--radix-dropdown-menu-content-available-height) w-60 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-pop focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  onSelect: () => void;
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, icon, shortcut, danger = false, disabled, children }: MenuItemProps) {
  return (
    <Radix.Item className={itemClass(danger)} disabled={disabled} onSelect={onSelect}>
      {icon}
      {children}
      {shortcut && <Kbd className="ml-auto">{shortcut}</Kbd>}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 border-t border-line" />;
}

function itemClass(danger: boolean): string {
  return clsx(
    "relative flex min-h-7.5 cursor-pointer items-center gap-2 rounded-sm px-2 outline-none select-none hover:no-underline max-sm:min-h-11",
    "data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-hover",
    "forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2",
    danger ? "text-late" : "text-ink [&_.lucide]:text-ink-muted",
  );
}
