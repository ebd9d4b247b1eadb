"use client";

import { clsx } from "clsx";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { copyText } from "./copy-text";

const SHOWN_MS = 2_000;

export interface CopyButtonProps {
  value: string;
  /** Name of the copied item, such as "invoice number". Read after "Copy". */
  name: string;
  /** Label beside the icon, for a button that stands alone. */
  label?: string;
  className?: string;
}

/** Copies an id, number, IBAN or link. Shows and announces "Copied". */
export function CopyButton({ value, name, label, className }: CopyButtonProps) {
  const t = useTranslations("ui");
  const [outcome, setOutcome] = useState<"copied" | "copyFailed" | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    setOutcome((await copyText(value)) ? "copied" : "copyFailed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(null), SHOWN_MS);
  }

  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <span className={clsx("relative inline-flex align-middle print:hidden", className)}>
      <button
        type="button"
        aria-label={t("copyNamed", { name })}
        title={t("copyNamed", { name })}
        onClick={copy}
        className={clsx(
          "inline-flex h-6 min-w-6 items-center justify-center gap-1.5 rounded-sm text-ink-faint hover:bg-hover hover:text-ink",
          label && "px-2 text-sm font-medium",
        )}
      >
        <Icon className={clsx("size-3.5", outcome === "copied" && "text-done")} />
        {label}
      </button>
      <span role="status">
        {outcome && (
          <span className="float-in pointer-events-none absolute top-full left-1/2 z-10 mt-1 -translate-x-1/2 rounded-md border border-line bg-raised px-2 py-0.5 text-xs whitespace-nowrap text-ink shadow-pop">
            {t(outcome)}
          </span>
        )}
      </span>
    </span>
  );
}
