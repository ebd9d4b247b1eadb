"use client";

import { useEffect, useRef, useState } from "react";
import { SearchField, type SearchFieldProps } from "@/components/ui/form/search-field";
import { useShortcuts } from "./shortcuts";

/** Pause in ms after which the search starts; longer than between two typed letters. */
const PAUSE_MS = 250;

type Props = Pick<SearchFieldProps, "name" | "placeholder"> & { value: string; onSearch: (text: string) => void };

/** Searches a list when the reader stops typing. A slash focuses the field, and Escape leaves it. */
export function ListSearch({ name, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A `value` that this field did not send comes from back, forward or "clear filters", and replaces the text. When the reader's own search
  // arrives in `value`, text typed since then stays.
  const searched = useRef(value);
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
  useShortcuts({ "/": () => field.current?.focus() });

  function search(given: string) {
    clearTimeout(timer.current);
    const sought = given.trim();
    if (sought === searched.current) return;
    searched.current = sought;
    onSearch(sought);
  }

  return (
    <SearchField
      ref={field}
      name={name}
      placeholder={placeholder}
      shortcut="/"
      value={text}
      onChange={(event) => {
        const { value: given } = event.target;
        setText(given);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(given), PAUSE_MS);
      }}
      onClear={() => {
        setText("");
        search("");
        field.current?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") search(text);
        if (event.key === "Escape") field.current?.blur();
      }}
    />
  );
}
