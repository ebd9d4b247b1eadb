"use client";

import { useState } from "react";

/**
 * Container for a trigger's popup: the surrounding dialog, otherwise the page's main part. The popup then belongs to a landmark, and is not
 * blocked by a dialog.
 */
export function usePopupPlace() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const container = trigger && (trigger.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.getElementById("content"));
  return { triggerRef: setTrigger, container };
}
