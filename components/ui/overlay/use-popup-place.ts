"use client";

import { useState } from "react";

/**
 * Where the popup of a trigger is put: into the dialog that the trigger stands in, else into the page's main part, so that it belongs to a
 * landmark and a dialog does not shut it out.
 */
export function usePopupPlace() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const container = trigger && (trigger.closest<HTMLElement>("[role=dialog], [role=alertdialog]") ?? document.getElementById("content"));
  return { triggerRef: setTrigger, container };
}
