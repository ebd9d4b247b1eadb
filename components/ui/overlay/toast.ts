import type { ReactNode } from "react";

export interface ToastAction {
  /** Text of the button, such as "Undo" or "Retry". */
  label: ReactNode;
  /** Key to show. The caller itself listens for the key. */
  shortcut?: string;
  onAct: () => void;
}

export interface Toast {
  id: string;
  tone: "done" | "bad";
  message: ReactNode;
  action?: ToastAction;
  /** Time in ms; default 5 seconds. A toast about a failure stays regardless. */
  shownMs?: number;
}

/** The region in which toasts appear, available once it is mounted. */
export interface ToastPlace {
  show: (toast: Toast) => void;
  dismiss: (id: string) => void;
}

/**
 * Shows that something was done. The toast disappears after 5 seconds or `shownMs`, but not while it is hovered or focused. Returns its id.
 */
export function toastDone(message: ReactNode, action?: ToastAction, shownMs?: number): string {
  return show({ tone: "done", message, action, shownMs });
}

/** Shows that something failed. The toast stays until it is closed. Returns its id. */
export function toastFailed(message: ReactNode, action?: ToastAction): string {
  return show({ tone: "bad", message, action });
}

/** Removes a toast early, because its message is no longer true. */
export function dismissToast(id: string): void {
  const index = waiting.findIndex((toast) => toast.id === id);
  if (index >= 0) waiting.splice(index, 1);
  place?.dismiss(id);
}

/** Called by the region when it is mounted. Until then, toasts wait. */
export function openToasts(opened: ToastPlace): () => void {
  place = opened;
  for (const toast of waiting.splice(0)) opened.show(toast);
  return () => {
    if (place === opened) place = undefined;
  };
}

let place: ToastPlace | undefined;
let count = 0;
const waiting: Toast[] = [];

function show(content: Omit<Toast, "id">): string {
  count += 1;
  const toast = { ...content, id: `toast-${count}` };
  if (place) place.show(toast);
  else waiting.push(toast);
  return toast.id;
}
