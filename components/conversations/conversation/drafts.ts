"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

export type ComposerMode = "reply" | "note";

/** Unsent text about an invoice. Reply and note are separate, so that choosing the wrong mode never turns a note into a reply. */
export interface Draft {
  mode: ComposerMode;
  reply: string;
  note: string;
  /** Whether the server has stored this state. */
  isKept: boolean;
}

type Texts = Pick<Draft, "reply" | "note">;

/** Pause in typing after which the server stores the draft, in ms. */
const KEEP_AFTER_MS = 700;

const noDraft: Draft = { mode: "reply", reply: "", note: "", isKept: true };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/**
 * Returns the draft, which survives changing conversations and pages within this browser tab. Until the server has stored it, leaving the
 * portal asks first.
 */
export function useDraft(invoiceId: string): Draft {
  return useSyncExternalStore(
    listen,
    () => drafts.get(invoiceId) ?? noDraft,
    () => noDraft,
  );
}

/** Whether this browser tab has unsent text. Undefined if it has no draft yet; only the server then knows. */
export function useHasDraft(invoiceId: string): boolean | undefined {
  const draft = useDraft(invoiceId);
  return draft === noDraft ? undefined : hasText(draft);
}

/** Starts with the draft that the server has (`kept`), and stores later changes on the server (`keep`). */
export function useKeptDraft(invoiceId: string, kept: Texts | null, keep: (texts: Texts) => Promise<unknown>): void {
  const { reply, note, isKept } = useDraft(invoiceId);
  const keeper = useRef(keep);
  useEffect(() => {
    keeper.current = keep;
  });
  // Text in this browser tab is newer than text from the server.
  useEffect(() => {
    if (!kept || drafts.has(invoiceId)) return;
    const isOnlyNote = !kept.reply && kept.note;
    put(invoiceId, { mode: isOnlyNote ? "note" : "reply", ...kept, isKept: true });
  }, [invoiceId, kept]);
  useEffect(() => {
    if (isKept) return;
    const store = () => void keepTexts(invoiceId, { reply, note }, keeper.current);
    const timer = setTimeout(store, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [invoiceId, reply, note, isKept]);
  // Stores the draft immediately when the reader leaves the conversation.
  useEffect(() => {
    return () => {
      const draft = drafts.get(invoiceId);
      if (draft && !draft.isKept) void keepTexts(invoiceId, draft, keeper.current);
    };
  }, [invoiceId]);
}

async function keepTexts(invoiceId: string, { reply, note }: Texts, keep: (texts: Texts) => Promise<unknown>): Promise<void> {
  try {
    await keep({ reply, note });
  } catch {
    // The draft stays in this browser tab, leaving the page asks first, and the next keystroke stores the draft again.
    return;
  }
  const now = drafts.get(invoiceId);
  if (now?.reply === reply && now.note === note) put(invoiceId, { ...now, isKept: true });
}

export function changeDraft(invoiceId: string, change: Partial<Omit<Draft, "isKept">>): void {
  const before = drafts.get(invoiceId) ?? noDraft;
  const after = { ...before, ...change };
  put(invoiceId, { ...after, isKept: before.isKept && after.reply === before.reply && after.note === before.note });
}

/**
 * Removes sent text from the draft. The server removes it as well. The draft is stored once more, because an older text may still be on its
 * way to the server.
 */
export function forgetSent(invoiceId: string, sent: ComposerMode): void {
  put(invoiceId, { ...(drafts.get(invoiceId) ?? noDraft), mode: "reply", [sent]: "", isKept: false });
}

/** Puts a reply that was taken back into the editor again, above any text written since. */
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

/** Whether leaving the page now would lose text. */
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
