"use client";

import { type RefObject, useEffect } from "react";

/** Names the height at the foot of the page that toasts leave free. */
export const TOASTS_ABOVE = "--toasts-above";

/** While this is on the page, toasts appear above it instead of over it: where a person sends one reply and goes on to the next. */
export function useToastsAbove(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!element.current) return;
    const { style } = document.documentElement;
    shown += 1;
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? [];
      if (size) style.setProperty(TOASTS_ABOVE, `${Math.round(size.blockSize)}px`);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      shown -= 1;
      // Where another takes its place at once, toasts stay where they are.
      requestAnimationFrame(() => shown === 0 && style.removeProperty(TOASTS_ABOVE));
    };
  }, [element]);
}

let shown = 0;
