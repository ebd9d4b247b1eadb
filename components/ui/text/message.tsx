import { clsx } from "clsx";
import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Messages and notes with the acts between them, oldest first. */
export function Conversation({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx("grid grid-cols-[minmax(0,1fr)] gap-5", className)}>{children}</div>;
}

export interface MessageProps {
  /** theirs: left. ours: right. note: right, dashed and yellow, with the words "not visible to customer". */
  side: "theirs" | "ours" | "note";
  author: ReactNode;
  /** "Customer", or the author's role. */
  role?: ReactNode;
  time: ReactNode;
  /** Language of the text, if known. */
  lang?: string;
  /** Shown after the time, such as how long the customer has waited, or buttons. */
  fact?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** One message of a conversation, or an internal note that cannot be mistaken for a message. */
export function Message({ side, author, role, time, lang, fact, id, children }: MessageProps) {
  const t = useTranslations("ui");
  return (
    <article
      id={id}
      className={clsx(
        "grid w-[calc(100%-3rem)] max-w-152 min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 max-sm:w-[calc(100%-1.5rem)]",
        side !== "theirs" && "justify-self-end",
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2 text-sm">
        <b className="font-medium">{author}</b>
        {side === "note" && (
          <span className="inline-flex items-center gap-2 text-xs font-medium text-attention">
            <Lock />
            {t("internalNote")}
          </span>
        )}
        {role && <span className="text-xs text-ink-faint">{role}</span>}
        <span className="text-xs text-ink-faint">{time}</span>
        {fact}
      </header>
      <div lang={lang} className={clsx("rounded-lg px-4 py-3 wrap-anywhere whitespace-pre-line", backgrounds[side])}>
        {children}
      </div>
    </article>
  );
}

const backgrounds = {
  theirs: "bg-inset forced-colors:border",
  ours: "bg-accent-soft forced-colors:border",
  note: "border border-dashed border-note-line bg-note",
} as const;

/** An act between two messages: assigned, archived, handed back. */
export function SystemLine({ children }: { children: ReactNode }) {
  return <p className="flex items-center gap-2 text-xs text-ink-faint after:flex-1 after:border-t after:border-line">{children}</p>;
}
