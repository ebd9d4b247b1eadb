"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { debitLeadLimits, debitSequenceRules } from "@/server/domain/rules/debit-state";
import type { DebitSettings as Settings } from "@/server/tenancy/bank-accounts/debit-settings";

interface Props {
  bankAccountId: string;
  trigger: ReactElement<TriggerProps>;
}

const switches = ["batchBooking", "isOneFilePerBatch", "hasCreditorAddress"] as const;

/** Form for the settings by which an account's bank takes direct debits. Loaded at its first use. */
export default function DebitSettings({ bankAccountId, trigger }: Props) {
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const { data } = useQuery(useTRPC().debits.settings.queryOptions({ bankAccountId }, { enabled: open, staleTime: 0 }));
  return (
    <>
      {opener}
      {open && data && <SettingsForm bankAccountId={bankAccountId} settings={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function SettingsForm({ bankAccountId, settings, onClose }: { bankAccountId: string; settings: Settings; onClose: () => void }) {
  const say = useTranslations("debits.settings");
  const queries = useQueryClient();
  const update = useMutation(useTRPC().debits.updateSettings.mutationOptions());
  const id = useId();
  const { register, handleSubmit, formState } = useForm<Settings>({ defaultValues: settings });

  const save = handleSubmit((given) =>
    update.mutate(
      { bankAccountId, ...given },
      {
        onSuccess: async () => {
          onClose();
          toastDone(say("done"));
          await queries.invalidateQueries();
        },
      },
    ),
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title")}
      onSubmit={save}
      isDirty={formState.isDirty}
      confirm={say("confirm")}
      busy={update.isPending && say("busy")}
    >
      <p className="text-sm text-ink-muted">{say("about")}</p>
      {update.error && <Refusal key={update.submittedAt} code={failureOf(update.error).code} />}
      <Field id={`${id}-leadDays`} label={say("leadDays")} hint={say("leadDaysHint")}>
        <Select {...register("leadDays", { valueAsNumber: true })}>
          {numbersIn(debitLeadLimits.days).map((days) => (
            <option key={days} value={days}>
              {say("days", { count: days })}
            </option>
          ))}
        </Select>
      </Field>
      <Field id={`${id}-cutOffHour`} label={say("cutOffHour")}>
        <Select {...register("cutOffHour", { valueAsNumber: true })}>
          {numbersIn(debitLeadLimits.hour).map((hour) => (
            <option key={hour} value={hour}>
              {`${String(hour).padStart(2, "0")}:00`}
            </option>
          ))}
        </Select>
      </Field>
      <Field id={`${id}-sequence`} label={say("sequence")} hint={say("sequenceHint")}>
        <Select {...register("sequence")}>
          {debitSequenceRules.map((rule) => (
            <option key={rule} value={rule}>
              {say(`sequences.${rule}`)}
            </option>
          ))}
        </Select>
      </Field>
      {switches.map((name) => (
        <Checkbox key={name} label={say(name)} hint={say(`${name}Hint`)} {...register(name)} />
      ))}
    </FormDialog>
  );
}

function numbersIn({ least, most }: { least: number; most: number }): number[] {
  return Array.from({ length: most - least + 1 }, (_, nth) => least + nth);
}
