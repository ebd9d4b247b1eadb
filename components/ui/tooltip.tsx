"use client";

import * as Radix from "radix-ui/tooltip";
import type { ReactNode } from "react";
import { Kbd } from "./kbd";

/** A few words about what the pointer or the focus rests on. Escape closes it. Nothing may stand only here. */
export function Tooltip({
  text,
  shortcut,
  side = "bottom",
  children,
}: {
  text: ReactNode;
  shortcut?: string;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactNode;
}) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className="float-in z-50 flex max-w-72 items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-xs text-ink shadow-pop"
          >
            {text}
            {shortcut && <Kbd>{shortcut}</Kbd>}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
