"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatMoney } from "@/server/domain/formats/money";

interface Props {
  invoice: InvoiceRecord;
  onOpenChange: (open: boolean) => void;
}

/** Deletes an invoice that is not transmitted. */
export default function DeleteDialog({ invoice, onOpenChange }: Props) {
  const say = useTranslations("invoice.delete");
  const textOf = useFailureText();
  const region = useRegion();
  const router = useRouter();
  const queries = useQueryClient();
  const remove = useMutation(
    useTRPC().invoice.delete.mutationOptions({
      onSuccess: () => {
        router.push("/invoices");
        toastDone(say("done", { number: invoice.invoiceNumber }));
        queries.removeQueries();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={say("title", { number: invoice.invoiceNumber })}
      confirm={say("confirm")}
      confirmIcon={Trash2}
      danger
      onConfirm={() => remove.mutate({ invoiceId: invoice.id })}
      busy={remove.isPending && say("busy")}
      irreversible={say("lock")}
      error={remove.error ? textOf(failureOf(remove.error).code) : undefined}
    >
      <p>
        {say("consequence", {
          name: invoice.customerName,
          amount: formatMoney(invoice.account.outstandingCents, invoice.currency, region),
          import: invoice.importTitle,
        })}
      </p>
    </ConfirmDialog>
  );
}
