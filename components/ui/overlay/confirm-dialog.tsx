"use client";

import { clsx } from "clsx";
import { Lock, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/alert-dialog";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Banner } from "@/components/ui/page/banner";
import { dialogClass, dialogParts, scrimClass } from "./dialog-class";
import { DiscardDialog } from "./discard-dialog";
import { useReturnFocus } from "./use-return-focus";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, such as "Transmit 412 invoices?" */
  title: ReactNode;
  /** The effect in numbers. A sum is shown as a small table that adds up. */
  children: ReactNode;
  /** The act and its amount, such as "Credit €161.50 and cancel the invoice". */
  confirm: ReactNode;
  confirmIcon?: LucideIcon;
  danger?: boolean;
  onConfirm: () => void;
  /** Text of the button while the act is in progress. */
  busy?: string | false | null;
  /** Text that says what cannot be undone. Shown with a lock. */
  irreversible?: ReactNode;
  /** Text that must be typed to confirm, for acts with many records. */
  typed?: { label: ReactNode; expected: string };
  /** Reason why the act was refused. */
  error?: ReactNode;
  disabled?: boolean;
}

/** Shows the effect of an act and asks for confirmation. An act with an Undo needs no such dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirm,
    confirmIcon: Icon,
    danger = false,
    onConfirm,
    busy,
    irreversible,
    typed,
    error,
    disabled,
  } = props;
  const ui = useTranslations("ui");
  const [typedText, setTypedText] = useState("");
  const { remember, onCloseAutoFocus } = useReturnFocus();
  const input = useRef<HTMLInputElement>(null);
  /** Whether closing the dialog would lose entered text. */
  const [isDirty, setDirty] = useState(false);
  /** Whether the reader is being asked if entered text may be lost. */
  const [isAsking, setAsking] = useState(false);
  const isTypedIfNeeded = !typed || typedText.trim() === typed.expected;

  // Each opening begins empty. Parents also close the dialog themselves, such as after the act, and keep it mounted.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setTypedText("");
    setDirty(false);
    setAsking(false);
  }

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (busy) return;
        if (!next && isDirty) setAsking(true);
        else onOpenChange(next);
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={scrimClass}>
          <Radix.Content
            className={clsx(dialogClass, "max-w-132")}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              remember();
              if (!input.current) return;
              event.preventDefault();
              input.current.focus();
            }}
          >
            <form
              noValidate
              // All entered text counts, except the text typed to confirm.
              onInput={({ target }) => target !== input.current && setDirty(true)}
              onSubmit={(event) => {
                event.preventDefault();
                if (isTypedIfNeeded && !busy && !disabled) onConfirm();
              }}
            >
              <header className={dialogParts.header}>
                <Radix.Title className={dialogParts.title}>{title}</Radix.Title>
              </header>
              <div className={dialogParts.body}>
                <Radix.Description asChild>
                  <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
                </Radix.Description>
                {irreversible && (
                  <Banner tone="quiet" icon={Lock}>
                    {irreversible}
                  </Banner>
                )}
                {typed && (
                  <Field label={typed.label}>
                    <Input
                      ref={input}
                      value={typedText}
                      onChange={(event) => setTypedText(event.target.value)}
                      autoComplete="off"
                      spellCheck={false}
                    />
                  </Field>
                )}
                {error && (
                  <Banner tone="bad" role="alert">
                    {error}
                  </Banner>
                )}
              </div>
              <footer className={dialogParts.footer}>
                <Radix.Cancel asChild>
                  <Button disabled={Boolean(busy)}>{ui("cancel")}</Button>
                </Radix.Cancel>
                <Button type="submit" variant={danger ? "danger-solid" : "primary"} busy={busy} disabled={disabled || !isTypedIfNeeded}>
                  {Icon && <Icon />}
                  {confirm}
                </Button>
              </footer>
            </form>
            <DiscardDialog open={isAsking} onKeep={() => setAsking(false)} onDiscard={() => onOpenChange(false)} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
