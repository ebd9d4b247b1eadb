"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/dialog";
import type { FormEvent, ReactNode } from "react";
import { IconButton } from "@/components/ui/form/icon-button";
import { dialogClass, dialogParts, scrimClass } from "./dialog-class";
import { useReturnFocus } from "./use-return-focus";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, or the name of the act. */
  title: ReactNode;
  /** Buttons: Cancel first, the act last. Without a footer, the dialog has a cross to close it. */
  footer?: ReactNode;
  /** Makes the dialog a form, so that Enter submits and the footer can contain the submit button. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog for a task. For a yes-or-no question, use ConfirmDialog. On a phone it is at the foot of the screen. */
export function Dialog({ open, onOpenChange, title, footer, onSubmit, wide = false, children }: DialogProps) {
  const t = useTranslations("ui");
  const { remember, onCloseAutoFocus } = useReturnFocus();
  const content = (
    <>
      <header className={dialogParts.header}>
        <Radix.Title className={dialogParts.title}>{title}</Radix.Title>
        {!footer && (
          <Radix.Close asChild>
            <IconButton name={t("close")} variant="quiet" size="sm" className="-mt-0.5 -mr-2 ml-auto">
              <X />
            </IconButton>
          </Radix.Close>
        )}
      </header>
      <div className={dialogParts.body}>{children}</div>
      {footer && <footer className={dialogParts.footer}>{footer}</footer>}
    </>
  );

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass}>
          <Radix.Content
            aria-describedby={undefined}
            className={clsx(dialogClass, wide ? "max-w-200" : "max-w-132")}
            onOpenAutoFocus={remember}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            {onSubmit ? (
              <form noValidate onSubmit={onSubmit}>
                {content}
              </form>
            ) : (
              content
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
