import { useRef } from "react";

/**
 * Returns the focus to the element from which a dialog was opened. The library does this only for its own triggers, but our dialogs are
 * opened by buttons, menus and keys.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    /** Call this before the dialog takes the focus. */
    remember: () => {
      opener.current = lastingElement(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = opener.current?.isConnected ? opener.current : document.querySelector("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

/** Returns the focused element; for a menu item, the menu's button instead, because the item disappears when it is chosen. */
function lastingElement(focused: Element | null): Element | null {
  const buttonId = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return buttonId ? document.getElementById(buttonId) : focused;
}
