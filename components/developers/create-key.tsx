"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { fieldProblem } from "../invoice/field-problem";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import type { TriggerProps } from "../ui/on-demand";
import { useOpenTrigger } from "../ui/use-open-trigger";
import { useRefusal } from "../use-refusal";
import { ShownOnce } from "./shown-once";

/** Asks what the key is for, then shows it for the only time. Nothing but its own button closes it then. */
export default function CreateKey({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("developers");
  const ui = useTranslations("ui");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  // What was answered is forgotten with the dialog.
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0 }));
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: { name: "" } });
  const refusal = useRefusal(setError, ["name"]);
  const shown = create.data?.key;

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

  const save = handleSubmit((given) => create.mutate(given, { onError: refusal.refuse }));

  return (
    <>
      {opener}
      <Dialog
        open={open}
        onOpenChange={(next) => (next || shown ? setOpen(true) : close())}
        title={say(shown ? "shown.title" : "create.title")}
        onSubmit={shown ? undefined : save}
        footer={
          shown ? (
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
        {shown ? (
          <ShownOnce value={shown} words="developers.shown" />
        ) : (
          <>
            {refusal.code && <Refusal key={create.submittedAt} code={refusal.code} />}
            <Field label={say("create.name")} hint={say("create.nameHint")} error={fieldProblem(formState.errors.name)}>
              <Input autoComplete="off" {...register("name")} />
            </Field>
            <p className="text-sm text-ink-muted">{say("create.rights")}</p>
          </>
        )}
      </Dialog>
    </>
  );
}
