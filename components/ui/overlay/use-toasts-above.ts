"use client";

import { type RefObject, useEffect } from "react";

/** CSS variable with the height at the foot of the page that toasts must not cover. */
export const TOASTS_ABOVE = "--toasts-above";

/** While the element is on the page, toasts appear above it instead of covering it. For people who send one reply after another. */
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
      // If another element replaces this one immediately, toasts stay where they are.
      requestAnimationFrame(() => shown === 0 && style.removeProperty(TOASTS_ABOVE));
    };
  }, [element]);
}

let shown = 0;
