import { useEffect, useRef } from "react";
import { rowId } from "./transaction-row";

/** Moves the focus between the rows of the desk, so that only the open payment's row has it. */
export function useRowFocus(ids: readonly string[]) {
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const id = awaited.current;
    if (!id || !ids.includes(id)) return;
    awaited.current = undefined;
    const isReaderElsewhere = document.activeElement !== document.body && !focusedRow() && !isInToast(document.activeElement);
    if (!isReaderElsewhere) focusOn(id);
  });

  /** Focuses a payment's row, if it is listed. */
  function focusRow(id: string): void {
    awaited.current = undefined;
    focusOn(id);
  }

  /** Takes the focus from the row that has it, and gives it to the payment's row as soon as that is listed. */
  function focusOnceListed(id: string): void {
    focusedRow()?.blur();
    awaited.current = id;
  }

  return { focusRow, focusOnceListed };
}

function focusOn(id: string): void {
  const row = document.getElementById(rowId(id));
  row?.focus();
  // When the toasts' region loses the focus, it moves the focus back to where it was before; the second call comes after that.
  if (document.activeElement !== row) row?.focus();
}

/** Whether the element is in a toast, which closes when its button is pressed. */
function isInToast(element: Element | null): boolean {
  return Boolean(element?.closest("[data-sonner-toaster]"));
}

function focusedRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>("a[id^=payment-]:focus");
}
