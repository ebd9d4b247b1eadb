"use client";

import { useSyncExternalStore } from "react";

export type ComposerMode = "reply" | "note";

/** What was written about an invoice and not sent. Reply and note are apart, so that no note becomes a reply by a slip of the mode. */
export interface Draft {
  mode: ComposerMode;
  reply: string;
  note: string;
}

const nothing: Draft = { mode: "reply", reply: "", note: "" };
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** Kept by this tab, whichever conversation or page is looked at meanwhile. Leaving the portal asks first. */
export function useDraft(invoiceId: string): Draft {
  return useSyncExternalStore(
    listen,
    () => drafts.get(invoiceId) ?? nothing,
    () => nothing,
  );
}

/** Whether something is written and not sent. */
export function useHasDraft(invoiceId: string): boolean {
  const { reply, note } = useDraft(invoiceId);
  return hasText({ reply, note });
}

export function changeDraft(invoiceId: string, change: Partial<Draft>): void {
  drafts.set(invoiceId, { ...(drafts.get(invoiceId) ?? nothing), ...change });
  const written = [...drafts.values()].some(hasText);
  if (written) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
  for (const listener of listeners) listener();
}

/** A reply that was called back stands before what has been begun since. */
export function restoreReply(invoiceId: string, message: string): void {
  const begun = drafts.get(invoiceId)?.reply.trim();
  changeDraft(invoiceId, { mode: "reply", reply: begun ? `${message}\n\n${begun}` : message });
}

function hasText({ reply, note }: Pick<Draft, "reply" | "note">): boolean {
  return reply.trim() !== "" || note.trim() !== "";
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
