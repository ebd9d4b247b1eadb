"use client";

import { clsx } from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef } from "react";
import { Button } from "@/components/ui/form/button";
import { IconButton } from "@/components/ui/form/icon-button";
import { Kbd } from "@/components/ui/text/kbd";
import type { Toast } from "./toast";

const SHOWN_MS = 5_000;
const TICK_MS = 250;

export interface ToastCardProps extends Omit<Toast, "id"> {
  onClose: () => void;
}

/** One toast. Success messages disappear on their own. */
export function ToastCard({ tone, message, action, shownMs = SHOWN_MS, onClose }: ToastCardProps) {
  const t = useTranslations("ui");
  const card = useRef<HTMLDivElement>(null);
  useCloseAfter(tone === "done" ? shownMs : null, card, onClose);
  const Icon = tone === "done" ? CircleCheck : CircleAlert;

  return (
    <div
      ref={card}
      className="flex w-full items-center gap-3 rounded-lg border border-line-strong bg-raised py-2.5 pr-3 pl-4 text-sm text-ink shadow-pop"
    >
      <Icon className={tone === "done" ? "text-done" : "text-late"} />
      <span className="min-w-0 wrap-anywhere">{message}</span>
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
        {tone === "late" && (
          <IconButton name={t("close")} variant="quiet" size="sm" onClick={onClose}>
            <X />
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** Closes the toast after the time during which it was visible and neither hovered nor focused. */
function useCloseAfter(shownMs: number | null, card: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    if (shownMs === null) return;
    let leftMs = shownMs;
    const timer = setInterval(() => {
      if (document.hidden || card.current?.closest("ol")?.matches(":hover, :focus-within")) return;
      leftMs -= TICK_MS;
      if (leftMs <= 0) close.current();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [shownMs, card]);
}
