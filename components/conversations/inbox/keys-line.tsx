"use client";

import { useTranslations } from "next-intl";
import { useShortcutsEnabled } from "@/components/shell/shortcuts";
import { Kbd } from "@/components/ui/text/kbd";

/** Some of the inbox's keys, at the foot of the list. */
export function KeysLine() {
  const say = useTranslations("conversation.keys");
  const lettersWork = useShortcutsEnabled();
  if (!lettersWork) return null;
  return (
    <p className="flex h-9 items-center gap-x-2.5 overflow-hidden whitespace-nowrap border-t border-line px-3 py-2 text-xs text-ink-faint max-md:hidden print:hidden">
      <span className="flex items-center gap-1">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd>
        <span className="sr-only">{say("move")}</span>
        <span aria-hidden="true">↓↑</span>
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd>
        {say("open")}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>e</Kbd>
        {say("archive")}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>u</Kbd>
        {say("undo")}
      </span>
    </p>
  );
}
