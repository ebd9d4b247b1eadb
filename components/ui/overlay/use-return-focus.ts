import { useRef } from "react";

/**
 * Returns the focus to the element that opened a dialog. The library does so for its own triggers only, and ours are opened by buttons,
 * menus and keys alike.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    /** Call before the dialog takes the focus. */
    remember: () => {
      opener.current = whatStays(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = opener.current?.isConnected ? opener.current : document.querySelector("main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}

/** Returns the menu's button for an item, because the menu disappears when an item is chosen. */
function whatStays(focused: Element | null): Element | null {
  const buttonId = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return buttonId ? document.getElementById(buttonId) : focused;
}
