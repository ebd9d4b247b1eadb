"use client";

import { clsx } from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { toast as sonner, Toaster as ToastRegion } from "sonner";
import { Button } from "@/components/ui/form/button";
import { IconButton } from "@/components/ui/form/icon-button";
import { Kbd } from "@/components/ui/text/kbd";
import { openToasts, type Toast } from "./toast";
import { PHONE, placeOfToasts } from "./toasts-place";
import { TOASTS_ABOVE } from "./use-toasts-above";

const SHOWN_MS = 5_000;
const TICK_MS = 250;

/**
 * The place of a page's toasts: a live region at the page's foot, on a phone at its top, which Alt+T focuses. Loaded once the rest of the
 * page works.
 */
export default function Toaster() {
  const ui = useTranslations("ui");
  const isPhone = useSyncExternalStore(onPhoneChange, isPhoneNow, () => false);
  useEffect(
    () =>
      openToasts({
        // The card has a separate timer, because the library's would continue while Undo has the focus.
        show: ({ id, ...card }) =>
          void sonner.custom(() => <ToastCard {...card} onClose={() => sonner.dismiss(id)} />, { id, duration: Number.POSITIVE_INFINITY }),
        dismiss: (id) => void sonner.dismiss(id),
      }),
    [],
  );

  return (
    <ToastRegion
      // The element is a live region already; the role helps people and tests to find it.
      ref={(region) => region?.setAttribute("role", "status")}
      containerAriaLabel={ui("notifications")}
      position={placeOfToasts(isPhone)}
      // An element at the foot of the page that toasts must not cover sets this variable to its height (`useToastsAbove`).
      offset={{ bottom: `calc(16px + var(${TOASTS_ABOVE}, 0px))`, right: 16 }}
      mobileOffset={{ top: 8, left: 12, right: 12 }}
      gap={8}
      toastOptions={{ unstyled: true, className: "w-full rounded-lg font-sans" }}
    />
  );
}

function onPhoneChange(onChange: () => void): () => void {
  const phone = window.matchMedia(PHONE);
  phone.addEventListener("change", onChange);
  return () => phone.removeEventListener("change", onChange);
}

function isPhoneNow(): boolean {
  return window.matchMedia(PHONE).matches;
}

interface ToastCardProps extends Omit<Toast, "id"> {
  onClose: () => void;
}

/** One toast. Success messages disappear on their own. */
function ToastCard({ tone, message, action, shownMs = SHOWN_MS, onClose }: ToastCardProps) {
  const ui = useTranslations("ui");
  const card = useRef<HTMLDivElement>(null);
  useCloseAfter(tone === "done" ? shownMs : null, card, onClose);
  const Icon = tone === "done" ? CircleCheck : CircleAlert;

  return (
    <div
      ref={card}
      className="flex w-full items-center gap-3 rounded-lg border border-line-strong bg-raised py-2.5 pr-3 pl-4 text-sm text-ink shadow-pop"
    >
      <Icon className={tone === "done" ? "text-done" : "text-late"} />
      <span className={clsx("min-w-0 wrap-anywhere", tone === "done" && "max-sm:line-clamp-2")}>{message}</span>
      <span className={clsx("ml-auto flex flex-none items-center gap-1", tone === "done" && !action && "hidden")}>
        {action && (
          <Button
            size="sm"
            onClick={() => {
              action.onAct();
              onClose();
            }}
          >
            {action.label}
            {action.shortcut && <Kbd>{action.shortcut}</Kbd>}
          </Button>
        )}
        {tone === "bad" && (
          <IconButton name={ui("close")} variant="quiet" size="sm" onClick={onClose}>
            <X />
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** Closes the toast once it has been visible for `shownMs`, not counting the time in which a toast is hovered or focused. Null: never. */
function useCloseAfter(shownMs: number | null, card: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    if (shownMs === null) return;
    let leftMs = shownMs;
    const timer = setInterval(() => {
      // The library's list of toasts: none closes while one of them is hovered or focused.
      if (document.hidden || card.current?.closest("ol")?.matches(":hover, :focus-within")) return;
      leftMs -= TICK_MS;
      if (leftMs <= 0) close.current();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [shownMs, card]);
}
