"use client";

import { type RefObject, useEffect } from "react";

/** CSS variable: height at the foot of the page that toasts must not cover. */
export const TOASTS_ABOVE = "--toasts-above";

/** While the element is on the page, toasts appear above it instead of covering it. This helps people who send one reply after another. */
export function useToastsAbove(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!element.current) return;
    const { style } = document.documentElement;
    elementsShown += 1;
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? [];
      if (size) style.setProperty(TOASTS_ABOVE, `${Math.round(size.blockSize)}px`);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      elementsShown -= 1;
      // If another element replaces this one immediately, toasts stay where they are.
      requestAnimationFrame(() => elementsShown === 0 && style.removeProperty(TOASTS_ABOVE));
    };
  }, [element]);
}

let elementsShown = 0;
