"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";

const Enabled = createContext(true);

/** Whether letters typed outside fields act as shortcuts. People whose input methods type unexpectedly can switch this off. */
export function ShortcutsEnabled({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  return <Enabled.Provider value={enabled}>{children}</Enabled.Provider>;
}

export function useShortcutsEnabled(): boolean {
  return useContext(Enabled);
}

/** Handler of each key, by `KeyboardEvent.key`. A handler that returns false did not handle the key. */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => unknown) | undefined>;

// Written here because tinykeys does not do most of this: it supports key combinations and sequences, but does not ignore fields and menus,
// and cannot switch letters off.

/**
 * Registers single keys that act on the page, outside fields, menus and dialogs, and without Ctrl, Alt or Meta. Keys without a character,
 * such as Escape, Enter and the arrows, work even if letters are switched off.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const enabled = useShortcutsEnabled();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (!enabled && event.key.length === 1) return;
      if (isTakenBy(event.target)) return;
      const act = latest.current[event.key];
      if (act && act(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled]);
}

const TAKES_KEYS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=dialog], [role=alertdialog]";

function isTakenBy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_KEYS) !== null;
}
