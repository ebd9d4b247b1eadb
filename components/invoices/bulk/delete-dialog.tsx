"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { RefusalText } from "@/components/failures/refusal-text";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { JobLedger, outcomeOf } from "./job-ledger";
import { needsTyping } from "./needs-typing";
import { type SelectedInvoices, useNewBulkJob } from "./use-new-bulk-job";

interface Props {
  selection: SelectedInvoices;
  onStarted: (jobId: string) => void;
  trigger: ReactElement<TriggerProps>;
}

/** Deletes those of the invoices that are not transmitted. The first click loads its code, so it is open when it mounts. */
export default function DeleteDialog({ trigger, ...props }: Props) {
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  return (
    <>
      {opener}
      {open && <Confirm {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Confirm({ selection, onStarted, onClose }: Omit<Props, "trigger"> & { onClose: () => void }) {
  const say = useTranslations("bulkJobs");
  const { preview, refusal, isStarting, start } = useNewBulkJob(selection, onStarted);
  const count = preview && outcomeOf(preview, "delete_invoices").doneCount;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("delete.title", { count: count ?? 0 })}
      confirm={say("delete.confirm", { count: count ?? 0 })}
      confirmIcon={Trash2}
      danger
      disabled={!count}
      onConfirm={() => start({ kind: "delete_invoices" })}
      busy={isStarting && say("starting")}
      irreversible={say("lock")}
      typed={needsTyping(count) ? { label: say("typed", { count: String(count) }), expected: String(count) } : undefined}
      error={refusal && <RefusalText code={refusal.code} />}
    >
      <p>{say("delete.consequence")}</p>
      <JobLedger preview={preview} kind="delete_invoices" />
    </ConfirmDialog>
  );
}
