"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

interface Props {
  invoice: InvoiceRecord;
  onOpenChange: (open: boolean) => void;
}

/** Erases the customer from all of their invoices. */
export default function EraseDialog({ invoice, onOpenChange }: Props) {
  const say = useTranslations("invoice.erase");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const erase = useMutation(
    useTRPC().invoice.eraseCustomer.mutationOptions({
      onSuccess: async ({ invoices }) => {
        await queries.invalidateQueries();
        onOpenChange(false);
        toastDone(say("done", { count: invoices }));
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={say("title", { name: invoice.customerName })}
      confirm={say("confirm")}
      confirmIcon={Eraser}
      danger
      onConfirm={() => erase.mutate({ invoiceId: invoice.id })}
      busy={erase.isPending && say("busy")}
      irreversible={say("lock")}
      error={erase.error ? textOf(failureOf(erase.error).code) : undefined}
    >
      <p>{say("consequence")}</p>
    </ConfirmDialog>
  );
}
