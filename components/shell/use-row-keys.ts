"use client";

import { useRef, useState } from "react";
import { useShortcuts } from "./shortcuts";

export interface RowKeys {
  /** Keys of the rows in the order shown. */
  keys: string[];
  /** Keys of the selected rows; absent: rows cannot be selected. */
  selected?: readonly string[];
  /** Changes the selection. */
  onSelect?: (keys: string[]) => void;
  /** Called when Enter is pressed while nothing has the focus. A focused row follows its own link. */
  onOpen: (key: string) => void;
}

export interface RowCursor {
  cursor: string | null;
  focusOf: (key: string) => RowFocus;
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
export function useRowKeys({ keys, selected = [], onSelect = () => undefined, onOpen }: RowKeys): RowCursor {
  const [cursor, setCursor] = useState<string | null>(null);
  /** Selection that Shift is extending: the row at which it began, and the keys that were selected before. */
  const range = useRef<{ anchor: number; before: readonly string[] } | null>(null);
  const cursorIndex = cursor === null ? -1 : keys.indexOf(cursor);
  const hasCursor = cursorIndex >= 0;

  function move(by: 1 | -1, extend: boolean) {
    const lastIndex = keys.length - 1;
    const startIndex = by > 0 ? 0 : lastIndex;
    const index = hasCursor ? Math.min(lastIndex, Math.max(0, cursorIndex + by)) : startIndex;
    const key = keys[index];
    if (key === undefined) return false;
    if (!extend || !hasCursor) range.current = null;
    else {
      range.current ??= { anchor: cursorIndex, before: selected };
      const { anchor, before } = range.current;
      const between = keys.slice(Math.min(anchor, index), Math.max(anchor, index) + 1);
      onSelect([...new Set([...before, ...between])]);
    }
    document.getElementById(rowId(key))?.focus();
    setCursor(key);
  }

  function toggle() {
    if (cursor === null || !hasCursor) return false;
    range.current = null;
    onSelect(selected.includes(cursor) ? selected.filter((key) => key !== cursor) : [...selected, cursor]);
  }

  const open = (event: KeyboardEvent) => (event.target === document.body && cursor !== null && hasCursor ? onOpen(cursor) : false);
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
    cursor: hasCursor ? cursor : null,
    focusOf: (key) => ({ id: rowId(key), onFocus: () => setCursor(key) }),
  };
}

function rowId(key: string): string {
  return `row-${key}`;
}

/** Whether the arrows move the cursor. While something outside the list has the focus, they scroll, or move within that element. */
function isAmongRows({ target }: KeyboardEvent): boolean {
  return target === document.body || (target instanceof Element && target.closest("tbody") !== null);
}
