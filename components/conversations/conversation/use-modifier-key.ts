"use client";

import { useSyncExternalStore } from "react";

/** Returns the name of the key to hold for sending, which is different on Apple's keyboards. */
export function useModifierKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}

const never = () => () => {};
