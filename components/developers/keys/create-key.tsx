"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { fieldProblem } from "@/components/invoices/record/field-problem";
import { Button } from "@/components/ui/form/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field, FieldGroup } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Select } from "@/components/ui/form/select";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { actsOfScope, type KeyScope, keyScopes } from "@/server/domain/rules/key-scopes";
import { ShownOnce } from "./shown-once";

/** Periods after which a new key can end, in days; empty: it never ends. */
const periods = ["", "30", "90", "365"];
const empty = { name: "", scopes: [...keyScopes] as KeyScope[], days: "", addresses: "" };

/** Asks for the new key's name and limits, then shows the key once. While it is shown, only the dialog's own button closes the dialog. */
export default function CreateKey({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("developers");
  const ui = useTranslations("ui");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  // The answer contains the key, so it is dropped together with the dialog.
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0 }));
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: empty });
  const refusal = useRefusal(setError, ["name", "scopes", "addresses"], {
    fieldOf: { invalid_scopes: "scopes", invalid_addresses: "addresses" },
  });
  const newKey = create.data?.key;

  function close() {
    setOpen(false);
    refusal.forget();
    reset();
    create.reset();
  }

  function finish() {
    close();
    void queries.invalidateQueries(trpc.keys.list.queryFilter());
  }

  const save = handleSubmit(({ name, scopes, addresses, days }) =>
    create.mutate(
      { name, scopes, days: days === "" ? null : Number(days), addresses: addresses.split(/[\s,]+/).filter(Boolean) },
      { onError: refusal.show },
    ),
  );

  return (
    <>
      {opener}
      <Dialog
        open={open}
        onOpenChange={(next) => (next || newKey ? setOpen(true) : close())}
        title={say(newKey ? "shown.title" : "create.title")}
        onSubmit={newKey ? undefined : save}
        footer={
          newKey ? (
            <Button variant="primary" onClick={finish}>
              {say("shown.done")}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{ui("cancel")}</Button>
              <Button type="submit" variant="primary" busy={create.isPending && say("create.busy")}>
                {say("create.confirm")}
              </Button>
            </>
          )
        }
      >
        {newKey ? (
          <ShownOnce value={newKey} words="developers.shown" />
        ) : (
          <>
            {refusal.code && <Refusal key={create.submittedAt} code={refusal.code} />}
            <Field label={say("create.name")} hint={say("create.nameHint")} error={fieldProblem(formState.errors.name)}>
              <Input autoComplete="off" {...register("name")} />
            </Field>
            <FieldGroup label={say("create.scopes")} error={fieldProblem(formState.errors.scopes)}>
              {keyScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={say(`scopes.${scope}`)}
                  hint={
                    <span className="block first-letter:uppercase">
                      {actsOfScope(scope)
                        .map((act) => say(`scopeActs.${act}`))
                        .join("; ")}
                    </span>
                  }
                  {...register("scopes")}
                />
              ))}
            </FieldGroup>
            <Field label={say("create.ends")}>
              <Select {...register("days")}>
                {periods.map((days) => (
                  <option key={days} value={days}>
                    {days === "" ? say("create.endsNever") : say("create.endsAfter", { days: Number(days) })}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={say("create.addresses")} hint={say("create.addressesHint")} error={fieldProblem(formState.errors.addresses)}>
              <Input autoComplete="off" spellCheck={false} {...register("addresses")} />
            </Field>
          </>
        )}
      </Dialog>
    </>
  );
}
