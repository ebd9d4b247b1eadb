"use client";

import * as Radix from "radix-ui/popover";
import type { ReactNode } from "react";
import { usePopupPlace } from "./use-popup-place";

export interface PopoverProps {
  /** Button that opens the popover. */
  trigger: ReactNode;
  /** Name for screen readers. */
  name: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  /** Whether the popover is open when it mounts, because an OnDemand has loaded it by a click. */
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A few controls in a popup, such as a filter's values. For acts, use Menu. */
export function Popover({ trigger, name, align = "start", open, defaultOpen, onOpenChange, children }: PopoverProps) {
  const { triggerRef, container } = usePopupPlace();
  return (
    <Radix.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={triggerRef}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          aria-label={name}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="float-in z-30 grid max-h-(--radix-popover-content-available-height) w-72 grid-cols-[minmax(0,1fr)] max-w-[calc(100vw-1rem)] content-start gap-3 overflow-y-auto rounded-lg border border-line bg-raised p-4 text-sm shadow-pop focus:outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
