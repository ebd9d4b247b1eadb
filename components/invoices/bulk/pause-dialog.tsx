"use client";

import { CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useFailureText } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Textarea } from "@/components/ui/form/textarea";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useBusinessMinute } from "@/components/ui/text/business-clock";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { LONGEST_HOLD_REASON, LONGEST_PAUSE_DAYS, USUAL_PAUSE_DAYS } from "@/server/domain/rules/holds";
import { JobLedger, outcomeOf } from "./job-ledger";
import { needsTyping } from "./needs-typing";
import { type SelectedInvoices, useNewBulkJob } from "./use-new-bulk-job";

interface Props {
  selection: SelectedInvoices;
  onStarted: (jobId: string) => void;
  trigger: ReactElement<TriggerProps>;
}

/** Pauses several invoices until the end of a chosen day. The first click loads its code, so it is open when it mounts. */
export default function PauseDialog({ trigger, ...props }: Props) {
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
  const textOf = useFailureText();
  const today = dayAt(new Date(useBusinessMinute()));
  const { preview, refusal, isStarting, start } = useNewBulkJob(selection, onStarted);
  const { register, handleSubmit } = useForm({ defaultValues: { until: addDays(today, USUAL_PAUSE_DAYS), reason: "" } });
  const count = preview && outcomeOf(preview, "pause_invoices").doneCount;
  // The server names the field by its path.
  const problemOf = (name: "until" | "reason") => {
    const type = refusal?.fields[`pause.${name}`];
    return type ? { type, message: textOf(type) } : undefined;
  };
  const isAboutFields = refusal !== undefined && Object.keys(refusal.fields).length > 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("pause.title", { count: count ?? 0 })}
      confirm={say("pause.confirm", { count: count ?? 0 })}
      confirmIcon={CirclePause}
      disabled={!count}
      onConfirm={handleSubmit((pause) => start({ kind: "pause_invoices", pause }))}
      busy={isStarting && say("starting")}
      typed={needsTyping(count) ? { label: say("typed", { count: String(count) }), expected: String(count) } : undefined}
      error={refusal && !isAboutFields && <RefusalText code={refusal.code} />}
    >
      <p>{say("pause.consequence")}</p>
      <JobLedger preview={preview} kind="pause_invoices" />
      <Field label={say("pause.until")} error={problemOf("until")}>
        <Input type="date" min={today} max={addDays(today, LONGEST_PAUSE_DAYS)} {...register("until")} />
      </Field>
      <Field label={say("pause.reason")} error={problemOf("reason")}>
        <Textarea rows={2} maxLength={LONGEST_HOLD_REASON} {...register("reason")} />
      </Field>
    </ConfirmDialog>
  );
}
