"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Banner } from "@/components/ui/page/banner";

interface Props {
  value: string;
  /** Namespace of the texts about it. */
  words: "developers.shown" | "endpoints.shown";
}

/** A new key or secret. The page keeps its plain text only as long as the dialog is open, and shows it nowhere else. */
export function ShownOnce({ value, words }: Props) {
  const say = useTranslations(words);
  const labelId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <>
      <Banner tone="attention" role="status">
        {say("once")}
      </Banner>
      <div className="grid gap-1">
        <span id={labelId} className="text-sm font-medium">
          {say("key")}
        </span>
        <div className="flex items-center gap-2 rounded-md border border-line-strong bg-sunken py-1.5 pr-1.5 pl-3">
          <input
            ref={field}
            readOnly
            aria-labelledby={labelId}
            className="min-w-0 flex-1 truncate bg-transparent font-mono text-xs outline-none"
            value={value}
            spellCheck={false}
            autoComplete="off"
          />
          <CopyButton value={value} name={say("key")} label={say("copy")} />
        </div>
        <p className="text-xs text-ink-faint">{say("where")}</p>
      </div>
    </>
  );
}
