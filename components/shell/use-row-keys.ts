"use client";

import { useRef, useState } from "react";
import { useShortcuts } from "./shortcuts";

export interface RowKeys {
  /** Keys of the rows in the order shown. */
  keys: string[];
  selected: readonly string[];
  onSelect: (keys: string[]) => void;
  /** Called when Enter is pressed while nothing has the focus. A focused row follows its own link. */
  onOpen: (key: string) => void;
}

export interface RowCursor {
  cursor: string | null;
  focusOf: (key: string) => RowFocus;
  /** Moves the focus from a field above the list into the list. */
  enter: () => void;
}

/** Attributes by which the keyboard finds a row's link. Spread them into the RowLink. */
export interface RowFocus {
  id: string;
  onFocus: () => void;
}

/**
 * Keyboard control of a list: j, k or the arrows move, Enter opens, x selects, Shift extends the selection, Escape clears it. The focus
 * moves with the cursor, so that a screen reader reads the row.
 */
export function useRowKeys({ keys, selected, onSelect, onOpen }: RowKeys): RowCursor {
  const [cursor, setCursor] = useState<string | null>(null);
  /** Selection that Shift is extending: the row at which it began, and the keys that were selected before. */
  const range = useRef<{ anchor: number; before: readonly string[] } | null>(null);
  const at = cursor === null ? -1 : keys.indexOf(cursor);

  function move(by: 1 | -1, extend: boolean) {
    const last = keys.length - 1;
    const start = by > 0 ? 0 : last;
    const to = at < 0 ? start : Math.min(last, Math.max(0, at + by));
    const key = keys[to];
    if (key === undefined) return false;
    if (!extend || at < 0) range.current = null;
    else {
      range.current ??= { anchor: at, before: selected };
      const { anchor, before } = range.current;
      onSelect([...new Set([...before, ...keys.slice(Math.min(anchor, to), Math.max(anchor, to) + 1)])]);
    }
    document.getElementById(rowId(key))?.focus();
    setCursor(key);
  }

  function toggle() {
    if (cursor === null || at < 0) return false;
    range.current = null;
    onSelect(selected.includes(cursor) ? selected.filter((key) => key !== cursor) : [...selected, cursor]);
  }

  const open = (event: KeyboardEvent) => (event.target === document.body && cursor !== null && at >= 0 ? onOpen(cursor) : false);
  const clear = () => (selected.length > 0 ? onSelect([]) : false);
  const moveByLetter = (by: 1 | -1) => (event: KeyboardEvent) => move(by, event.shiftKey);
  const moveByArrow = (by: 1 | -1) => (event: KeyboardEvent) => isAmongRows(event) && move(by, event.shiftKey);
  useShortcuts({
    j: moveByLetter(1),
    k: moveByLetter(-1),
    J: moveByLetter(1),
    K: moveByLetter(-1),
    ArrowDown: moveByArrow(1),
    ArrowUp: moveByArrow(-1),
    x: toggle,
    X: toggle,
    Enter: open,
    Escape: clear,
  });

  return {
    cursor: at < 0 ? null : cursor,
    focusOf: (key) => ({ id: rowId(key), onFocus: () => setCursor(key) }),
    enter: () => document.getElementById(rowId(keys[0] ?? ""))?.focus(),
  };
}

function rowId(key: string): string {
  return `row-${key}`;
}

/** Whether the arrows move the cursor. While something outside the list has the focus, they scroll, or move within that element. */
function isAmongRows({ target }: KeyboardEvent): boolean {
  return target === document.body || (target instanceof Element && target.closest("tbody") !== null);
}
