"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/form/button";
import { useUnsavedGuard } from "@/components/ui/form/use-unsaved-guard";
import { Dialog, type DialogProps } from "./dialog";
import { DiscardDialog } from "./discard-dialog";

interface Props extends Pick<DialogProps, "open" | "title" | "wide" | "children"> {
  onOpen?: () => void;
  /** Called when the dialog is to close. If text was typed, the reader has agreed to lose it. */
  onClose: () => void;
  onSubmit: NonNullable<DialogProps["onSubmit"]>;
  /** Whether there is unsaved text. */
  isDirty: boolean;
  /** Label of the button. */
  confirm: string;
  /** Label of the button while the act is in progress. */
  busy: string | false;
}

/** A form in a dialog. Asks before typed text is lost. */
export function FormDialog({ open, onOpen, onClose, onSubmit, isDirty, confirm, busy, title, wide, children }: Props) {
  const say = useTranslations("ui");
  useUnsavedGuard(open && isDirty);

  /** Whether the reader is being asked if typed text may be lost. */
  const [isAsking, setAsking] = useState(false);

  function close() {
    if (isDirty) setAsking(true);
    else onClose();
  }

  function discard() {
    setAsking(false);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpen?.() : close())}
      title={title}
      onSubmit={onSubmit}
      wide={wide}
      footer={
        <>
          <Button onClick={close}>{say("cancel")}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <DiscardDialog open={isAsking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </Dialog>
  );
}
