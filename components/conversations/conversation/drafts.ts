"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

export type ComposerMode = "reply" | "note";

/** What was written about an invoice and not sent. Reply and note are apart, so that no note becomes a reply by a slip of the mode. */
export interface Draft {
  mode: ComposerMode;
  reply: string;
  note: string;
  /** The server has it as it is. */
  isKept: boolean;
}

type Texts = Pick<Draft, "reply" | "note">;

/** After so long without a keystroke the server keeps it, in ms. */
const KEEP_AFTER_MS = 700;

const nothing: Draft = { mode: "reply", reply: "", note: "", isKept: true };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** Known to this tab, whichever conversation or page is looked at meanwhile. Leaving the portal asks first, until the server has it. */
export function useDraft(invoiceId: string): Draft {
  return useSyncExternalStore(
    listen,
    () => drafts.get(invoiceId) ?? nothing,
    () => nothing,
  );
}

/** Whether this tab knows of something that is written and not sent. Undefined: nothing was touched here, so the server knows best. */
export function useHasDraft(invoiceId: string): boolean | undefined {
  const draft = useDraft(invoiceId);
  return draft === nothing ? undefined : hasText(draft);
}

/** Goes on with what the server has, and has it keep what is written from then on. */
export function useKeptDraft(invoiceId: string, known: Texts | null, keep: (texts: Texts) => Promise<unknown>): void {
  const { reply, note, isKept } = useDraft(invoiceId);
  const keeper = useRef(keep);
  useEffect(() => {
    keeper.current = keep;
  });
  // What is written in this tab is newer than what the server told when it was read.
  useEffect(() => {
    if (known && !drafts.has(invoiceId)) put(invoiceId, { mode: known.reply || !known.note ? "reply" : "note", ...known, isKept: true });
  }, [invoiceId, known]);
  useEffect(() => {
    if (isKept) return;
    const store = () => void keepTexts(invoiceId, { reply, note }, keeper.current);
    const timer = setTimeout(store, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [invoiceId, reply, note, isKept]);
  // Who leaves the conversation at once has it kept at once.
  useEffect(() => {
    return () => {
      const left = drafts.get(invoiceId);
      if (left && !left.isKept) void keepTexts(invoiceId, left, keeper.current);
    };
  }, [invoiceId]);
}

async function keepTexts(invoiceId: string, { reply, note }: Texts, keep: (texts: Texts) => Promise<unknown>): Promise<void> {
  try {
    await keep({ reply, note });
  } catch {
    // It stays here, is asked about before leaving, and goes along with the next keystroke.
    return;
  }
  const now = drafts.get(invoiceId);
  if (now?.reply === reply && now.note === note) put(invoiceId, { ...now, isKept: true });
}

export function changeDraft(invoiceId: string, change: Partial<Omit<Draft, "isKept">>): void {
  const before = drafts.get(invoiceId) ?? nothing;
  const after = { ...before, ...change };
  put(invoiceId, { ...after, isKept: before.isKept && after.reply === before.reply && after.note === before.note });
}

/** The server forgets the draft of what it was sent; it is told once more, in case an older text was on its way. */
export function forgetSent(invoiceId: string, sent: ComposerMode): void {
  put(invoiceId, { ...(drafts.get(invoiceId) ?? nothing), mode: "reply", [sent]: "", isKept: false });
}

/** A reply that was called back stands before what has been begun since. */
export function restoreReply(invoiceId: string, message: string): void {
  const begun = drafts.get(invoiceId)?.reply.trim();
  changeDraft(invoiceId, { mode: "reply", reply: begun ? `${message}\n\n${begun}` : message });
}

function put(invoiceId: string, draft: Draft): void {
  drafts.set(invoiceId, draft);
  if (isTextAtRisk()) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
  for (const listener of listeners) listener();
}

/** Whether leaving the page now would lose something. */
export function isTextAtRisk(): boolean {
  return [...drafts.values()].some((draft) => !draft.isKept && hasText(draft));
}

function hasText({ reply, note }: Texts): boolean {
  return reply.trim() !== "" || note.trim() !== "";
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
