"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/alert-dialog";
import { Button } from "@/components/ui/form/button";
import { dialogClass, dialogParts, scrimClass } from "./dialog-class";

interface Props {
  open: boolean;
  /** Called to continue writing. */
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks whether to lose the typed text of a dialog that is about to be closed. */
export function DiscardDialog({ open, onKeep, onDiscard }: Props) {
  const say = useTranslations("ui.discard");
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onKeep()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass}>
          <Radix.Content className={clsx(dialogClass, "max-w-96")} aria-describedby={undefined}>
            <header className={dialogParts.header}>
              <Radix.Title className={dialogParts.title}>{say("title")}</Radix.Title>
            </header>
            <footer className={dialogParts.footer}>
              <Radix.Cancel asChild>
                <Button>{say("keep")}</Button>
              </Radix.Cancel>
              <Button variant="danger-solid" onClick={onDiscard}>
                {say("discard")}
              </Button>
            </footer>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
