import type { ReactNode } from "react";

export interface ToastAction {
  /** "Undo", "Retry". */
  label: ReactNode;
  /** Shown only: the caller listens for the key. */
  shortcut?: string;
  onAct: () => void;
}

export interface Toast {
  id: string;
  tone: "done" | "late";
  message: ReactNode;
  action?: ToastAction;
  /** 5 seconds unless said; what failed stays. */
  shownMs?: number;
}

/** Where toasts appear, once it is there. */
export interface ToastPlace {
  show: (toast: Toast) => void;
  dismiss: (id: string) => void;
}

/** Says that something was done. Goes after 5 seconds or `shownMs`, but not while the pointer or the focus is there. Answers its id. */
export function toastDone(message: ReactNode, action?: ToastAction, shownMs?: number): string {
  return show({ tone: "done", message, action, shownMs });
}

/** Says that something failed. Stays until it is read and closed. Answers its id. */
export function toastFailed(message: ReactNode, action?: ToastAction): string {
  return show({ tone: "late", message, action });
}

/** Takes one away before its time, when what it says no longer holds. */
export function dismissToast(id: string): void {
  const index = waiting.findIndex((toast) => toast.id === id);
  if (index >= 0) waiting.splice(index, 1);
  place?.dismiss(id);
}

/** The region calls this when it is on the page: until then toasts wait. */
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

function show(said: Omit<Toast, "id">): string {
  count += 1;
  const toast = { ...said, id: `toast-${count}` };
  if (place) place.show(toast);
  else waiting.push(toast);
  return toast.id;
}
