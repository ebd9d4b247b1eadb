import { clsx } from "clsx";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { Fact } from "@/components/ui/text/fact";

export interface ComposerProps {
  /** Whether the text is an internal note, which the editor marks by another background, border and words. */
  note?: boolean;
  /** Choice between "Reply" and "Internal note", as a Segmented. */
  modes: ReactNode;
  /** Shown at the right end of the head: "Dutch · draft saved 10:14". */
  status?: ReactNode;
  /** Shown at the left end of the foot. */
  hint?: ReactNode;
  /** The button that sends. Its label differs for a note. */
  send: ReactNode;
  /** The ComposerText. */
  children: ReactNode;
}

/** Editor for an answer. Its frame looks like a text field. */
export function Composer({ note = false, modes, status, hint, send, children }: ComposerProps) {
  const t = useTranslations("ui");
  return (
    <div
      className={clsx(
        "rounded-lg border outline-focus focus-within:outline-2 print:hidden",
        // The focus ring of a note is outside its border, so that the dashes stay visible.
        note
          ? "border-dashed border-note-line bg-note focus-within:outline-offset-1"
          : "border-line-strong bg-surface focus-within:-outline-offset-1",
      )}
    >
      <div className="flex flex-wrap items-center gap-2 p-2">
        {modes}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 text-xs text-ink-faint">
          {status}
          {note && (
            <Fact tone="ourTurn" icon={Lock} small>
              {t("notVisible")}
            </Fact>
          )}
        </span>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2 p-2">
        <span className="text-xs text-ink-faint max-sm:hidden">{hint}</span>
        <span className="ml-auto flex flex-wrap justify-end gap-2">{send}</span>
      </div>
    </div>
  );
}

/** The text field. Needs an aria-label, and `lang` if the language of the answer is known. */
export function ComposerText({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={clsx(
        "block max-h-96 w-full resize-none border-0 bg-transparent px-4 py-1 leading-5 outline-none [field-sizing:content] max-sm:text-md",
        className,
      )}
      {...rest}
    />
  );
}
