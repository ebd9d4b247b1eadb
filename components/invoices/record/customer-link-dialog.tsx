"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import { EmptyState } from "@/components/ui/page/empty-state";
import { Skeleton } from "@/components/ui/page/skeleton";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";

interface Props {
  invoice: InvoiceRecord;
  onOpenChange: (open: boolean) => void;
}

/** Address of the customer's page, to copy, and to replace if a stranger has it. */
export default function CustomerLinkDialog({ invoice, onOpenChange }: Props) {
  const say = useTranslations("invoice.customerLink");
  const [isReplacing, setReplacing] = useState(false);
  const [replaced, setReplaced] = useState<string>();
  // A mutation, because the first call creates the address.
  const { data: found, isError, mutate: findLink } = useMutation(useTRPC().invoice.customerLink.mutationOptions());
  useEffect(() => findLink({ invoiceId: invoice.id }), [findLink, invoice.id]);
  const link = replaced ?? found;
  if (isReplacing) return <ReplaceDialog invoice={invoice} onReplaced={setReplaced} onClose={() => setReplacing(false)} />;
  return (
    <Dialog open onOpenChange={onOpenChange} title={say("title")}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
        <p>{say("explanation", { name: invoice.customerName })}</p>
        {isError && <EmptyState kind="trouble" bare title={say("failed")} />}
        {!link && !isError && <Skeleton className="h-6 w-full" />}
        {link && (
          <>
            <p className="font-mono text-sm wrap-anywhere">
              {link} <CopyButton value={link} name={say("name")} />
            </p>
            <Button variant="danger" onClick={() => setReplacing(true)}>
              {say("replace")}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface ReplaceProps {
  invoice: InvoiceRecord;
  onReplaced: (link: string) => void;
  onClose: () => void;
}

function ReplaceDialog({ invoice, onReplaced, onClose }: ReplaceProps) {
  const say = useTranslations("invoice.customerLink");
  const textOf = useFailureText();
  const replace = useMutation(
    useTRPC().invoice.replaceCustomerLink.mutationOptions({
      onSuccess: (link) => {
        onReplaced(link);
        toastDone(say("done"));
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={say("replaceTitle")}
      confirm={say("confirm")}
      danger
      onConfirm={() => replace.mutate({ invoiceId: invoice.id })}
      busy={replace.isPending && say("busy")}
      irreversible={say("lock")}
      error={replace.error ? textOf(failureOf(replace.error).code) : undefined}
    >
      <p>{say("consequence", { name: invoice.customerName })}</p>
    </ConfirmDialog>
  );
}
