"use client";

import { useCallback, useRef } from "react";
import type { PaneHandle, PaneTarget } from "./conversation-pane";

/** Moves the focus into a conversation, immediately or as soon as it is shown. `pane` is the ref for the open conversation. */
export function useGoTo() {
  const shown = useRef<PaneHandle | null>(null);
  const wanted = useRef<{ invoiceId: string; target: PaneTarget } | null>(null);

  const goIfShown = useCallback(() => {
    if (!wanted.current || wanted.current.invoiceId !== shown.current?.invoiceId) return;
    const { target } = wanted.current;
    wanted.current = null;
    shown.current.goTo(target);
  }, []);

  const pane = useCallback(
    (handle: PaneHandle | null) => {
      shown.current = handle;
      goIfShown();
    },
    [goIfShown],
  );

  const goTo = useCallback(
    (invoiceId: string, target: PaneTarget) => {
      wanted.current = { invoiceId, target };
      goIfShown();
    },
    [goIfShown],
  );

  return { pane, goTo };
}
