"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Whether the component is still on the page. Undo may be pressed after the reader has moved on. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
