"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useEffect } from "react";
import { useForm } from "react-hook-form";
import { useFailureText } from "@/components/failures/failure";
import { RefusalText } from "@/components/failures/refusal-text";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Textarea } from "@/components/ui/form/textarea";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useRegion } from "@/components/ui/text/region";
import { formatMoney } from "@/server/domain/formats/money";
import { amountsOf, JobLedger, outcomeOf } from "./job-ledger";
import { needsTyping } from "./needs-typing";
import { type NewRetraction, type SelectedInvoices, useNewBulkJob } from "./use-new-bulk-job";

interface Props {
  selection: SelectedInvoices;
  onStarted: (jobId: string) => void;
  trigger: ReactElement<TriggerProps>;
}

/**
 * Credits the outstanding amounts of several invoices and ends their collection. The first click loads its code, so it is open when it
 * mounts.
 */
export default function RetractDialog({ trigger, ...props }: Props) {
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  return (
    <>
      {opener}
      {open && <Confirm {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RetractionForm extends Omit<NewRetraction, "leavesSettled"> {
  alsoRetractsSettled: boolean;
}

const empty: RetractionForm = {
  creditNotePrefix: "",
  description: "",
  retractionReason: "",
  showRetractionReasonToCustomer: false,
  alsoRetractsSettled: false,
};

function Confirm({ selection, onStarted, onClose }: Omit<Props, "trigger"> & { onClose: () => void }) {
  const say = useTranslations("bulkJobs");
  const textOf = useFailureText();
  const { preview, refusal, isStarting, start } = useNewBulkJob(selection, onStarted);
  const { register, handleSubmit, watch, setError, formState } = useForm({ defaultValues: empty });
  const { errors } = formState;
  const leavesSettled = !watch("alsoRetractsSettled");
  const outcome = preview && outcomeOf(preview, "retract_invoices", leavesSettled);
  const count = outcome?.doneCount;

  // The server names the refused fields by their paths.
  const fields = refusal?.fields;
  useEffect(() => {
    for (const [path, reason] of Object.entries(fields ?? {})) {
      const name = path.replace(/^retraction\./, "");
      if (isField(name)) setError(name, { type: reason });
    }
  }, [fields, setError]);
  const problemOf = (name: keyof RetractionForm) => {
    const type = errors[name]?.type;
    return type && { type, message: textOf(type) };
  };
  const isAboutFields = refusal !== undefined && Object.keys(refusal.fields).length > 0;

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say("retract.title", { count: count ?? 0 })}
      confirm={<ConfirmWords preview={preview} leavesSettled={leavesSettled} />}
      confirmIcon={Undo2}
      danger
      disabled={!count}
      onConfirm={handleSubmit(({ alsoRetractsSettled, ...retraction }) =>
        start({ kind: "retract_invoices", retraction: { ...retraction, leavesSettled: !alsoRetractsSettled } }),
      )}
      busy={isStarting && say("starting")}
      irreversible={say("lock")}
      typed={needsTyping(count) ? { label: say("typed", { count: String(count) }), expected: String(count) } : undefined}
      error={refusal && !isAboutFields && <RefusalText code={refusal.code} />}
    >
      <p>{say("retract.consequence")}</p>
      <JobLedger preview={preview} kind="retract_invoices" leavesSettled={leavesSettled} />
      {outcome && outcome.settledCount > 0 && (
        <Checkbox label={say("retract.closeSettled", { count: outcome.settledCount })} {...register("alsoRetractsSettled")} />
      )}
      <Field
        label={say("retract.creditNotePrefix")}
        hint={say("retract.creditNotePrefixHint", { example: `${watch("creditNotePrefix").trim() || "CN-"}100000482` })}
        error={problemOf("creditNotePrefix")}
      >
        <Input autoComplete="off" {...register("creditNotePrefix")} />
      </Field>
      <Field label={say("retract.description")} hint={say("retract.descriptionHint")} error={problemOf("description")}>
        <Input autoComplete="off" {...register("description")} />
      </Field>
      <Field label={say("retract.reason")} error={problemOf("retractionReason")}>
        <Textarea rows={2} {...register("retractionReason")} />
      </Field>
      <Checkbox label={say("retract.showReason")} {...register("showRetractionReasonToCustomer")} />
    </ConfirmDialog>
  );
}

/** Names the act; also the amount, if everything is in one currency and something is credited. */
function ConfirmWords({ preview, leavesSettled }: Pick<ReturnType<typeof useNewBulkJob>, "preview"> & { leavesSettled: boolean }) {
  const say = useTranslations("bulkJobs.retract");
  const region = useRegion();
  if (!preview) return say("confirm", { count: 0 });
  const { doneCount: count } = outcomeOf(preview, "retract_invoices", leavesSettled);
  const [amount, ...others] = amountsOf(preview, "retract_invoices");
  if (!amount || others.length > 0 || amount.cents <= 0) return say("confirm", { count });
  return say("confirmAmount", { count, amount: formatMoney(amount.cents, amount.currency, region) });
}

function isField(name: string): name is keyof RetractionForm {
  return name in empty;
}
