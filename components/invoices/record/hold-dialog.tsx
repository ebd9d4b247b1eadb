"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Field, FieldGroup } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Radio } from "@/components/ui/form/radio";
import { Textarea } from "@/components/ui/form/textarea";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { canFollow, LONGEST_HOLD_REASON, LONGEST_PAUSE_DAYS, staffHolds, USUAL_PAUSE_DAYS } from "@/server/domain/rules/holds";
import { fieldProblem } from "./field-problem";

/** Asks for the kind of hold, and its reason. */
export default function HoldDialog({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) {
  const say = useTranslations("invoice.hold");
  const queries = useQueryClient();
  const hold = useMutation(useTRPC().invoice.hold.mutationOptions());
  const kinds = staffHolds.filter((kind) => canFollow(kind, invoice.hold?.kind));
  const today = dayAt(invoice.now);
  const { register, handleSubmit, setError, formState, control } = useForm({
    defaultValues: { kind: kinds[0], until: invoice.hold?.until ?? addDays(today, USUAL_PAUSE_DAYS), reason: "" },
  });
  const refusal = useRefusal(setError, ["until", "reason"], { fieldOf: { invalid_until: "until", invalid_reason: "reason" } });
  const chosen = useWatch({ control, name: "kind" }) ?? "paused";

  const confirm = handleSubmit(({ kind = "paused", until, reason }) =>
    hold.mutate(
      { invoiceId: invoice.id, hold: kind === "paused" ? { kind, until, reason } : { kind, reason } },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          onClose();
          toastDone(say(`done.${kind}`));
        },
        onError: (error) => {
          if (refusal.show(error) === "invoice_on_hold") void queries.invalidateQueries();
        },
      },
    ),
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title", { number: invoice.invoiceNumber })}
      onSubmit={confirm}
      isDirty={formState.isDirty}
      confirm={say(`confirm.${chosen}`)}
      busy={hold.isPending && say("busy")}
    >
      {refusal.code && <Refusal key={formState.submitCount} code={refusal.code} />}
      <FieldGroup label={say("what")}>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={say(`kinds.${kind}`)}
            hint={say(`hints.${kind}`, { name: invoice.customerName })}
            {...register("kind")}
          />
        ))}
      </FieldGroup>
      {chosen === "paused" && (
        <Field label={say("until")} error={fieldProblem(formState.errors.until)}>
          <Input type="date" min={today} max={addDays(today, LONGEST_PAUSE_DAYS)} {...register("until")} />
        </Field>
      )}
      <Field label={say("reason")} hint={say("reasonHint")} error={fieldProblem(formState.errors.reason)}>
        <Textarea rows={2} maxLength={LONGEST_HOLD_REASON} {...register("reason")} />
      </Field>
    </FormDialog>
  );
}
