"use client";

import { cloneElement, type ReactElement, type ReactNode, type RefAttributes, useRef, useState } from "react";
import type { TriggerProps } from "./on-demand";

/**
 * State of a dialog loaded by an `OnDemand`: it is open when it mounts, and the button opens it again. When it closes, the button gets the
 * focus. The dialog cannot do that itself, because the button that was pressed first, of the `OnDemand`, is gone.
 */
export function useOpenTrigger(trigger: ReactElement<TriggerProps>): {
  open: boolean;
  setOpen: (open: boolean) => void;
  opener: ReactNode;
} {
  const [open, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const openerProps: TriggerProps & RefAttributes<HTMLButtonElement> = {
    ref: button,
    "aria-haspopup": "dialog",
    "aria-expanded": open,
    onClick: () => setOpen(true),
  };
  return {
    open,
    setOpen: (next) => {
      setOpen(next);
      // Runs after the dialog has released the focus.
      if (!next) setTimeout(() => button.current?.focus());
    },
    opener: cloneElement(trigger, openerProps),
  };
}
