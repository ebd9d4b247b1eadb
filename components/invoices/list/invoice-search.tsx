"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/shell/shortcuts";
import { SearchField } from "@/components/ui/form/search-field";
import type { ListAddressControl } from "./use-list-address";

/** Pause after typing before the search starts, in ms. */
const PAUSE_MS = 250;

interface Props {
  list: ListAddressControl;
  /** Address of the only match; undefined if there is not exactly one. */
  onlyHref: string | undefined;
}

/**
 * Searches invoices by part of a name, number or address, or by amount. Typing adds nothing to the browser's history. Enter opens the only
 * match.
 */
export function InvoiceSearch({ list: { address, go }, onlyHref }: Props) {
  const say = useTranslations("invoices");
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(address.q);
  const [lastSearch, setLastSearch] = useState(address.q);

  // A search that differs from the text comes from the browser's history, or from a button that clears the filters.
  if (lastSearch !== address.q) {
    setLastSearch(address.q);
    if (text.trim() !== address.q) setText(address.q);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts({ "/": () => input.current?.select() });

  function search(next: string) {
    clearTimeout(timer.current);
    if (next.trim() !== address.q) go({ q: next.trim() }, { history: "replace" });
  }

  function type(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), PAUSE_MS);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && onlyHref && text.trim() === address.q) router.push(onlyHref);
    else if (event.key === "Enter") search(text);
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    document.querySelector<HTMLElement>("tbody .row-link")?.focus();
  }

  return (
    <SearchField
      ref={input}
      name={say("search")}
      placeholder={say("searchBy")}
      shortcut="/"
      maxLength={300}
      value={text}
      onChange={(event) => type(event.target.value)}
      onClear={() => {
        setText("");
        search("");
        input.current?.focus();
      }}
      onKeyDown={onKeyDown}
    />
  );
}
