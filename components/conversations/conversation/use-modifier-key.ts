"use client";

import { useSyncExternalStore } from "react";

/** The name of the key that is held while sending: Apple's keyboards have another one than all others. */
export function useModifierKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}

const never = () => () => {};
