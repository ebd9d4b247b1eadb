"use client";

import { useState } from "react";

/**
 * Container of a trigger's popup: the dialog around the trigger, otherwise the page's main part, so that it belongs to a landmark and a
 * dialog does not shut it out.
 */
export function usePopupPlace() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const container = trigger && (trigger.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.getElementById("content"));
  return { triggerRef: setTrigger, container };
}
