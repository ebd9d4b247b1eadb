"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Whether the component is still on the page. Undo may be pressed after the reader has moved on. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
