"use client";

import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";

interface Props {
  title: string;
  /** Effect on the customer's invoice. */
  effect: ReactNode;
  confirm: string;
  onConfirm: () => void;
  trigger: ReactElement<TriggerProps>;
}

/**
 * Asks the reader to confirm that a payment on a statement is a returned payment or one of the company's own refunds. Confirming tells the
 * customer, and cannot be undone.
 */
export default function AtBankDialog({ title, effect, confirm, onConfirm, trigger }: Props) {
  const say = useTranslations("bank");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  return (
    <>
      {opener}
      {open && (
        <ConfirmDialog
          open
          onOpenChange={() => setOpen(false)}
          title={title}
          confirm={confirm}
          irreversible={say("atBank.final")}
          onConfirm={() => {
            setOpen(false);
            onConfirm();
          }}
        >
          <p>{effect}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
