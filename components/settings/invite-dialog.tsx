"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { failureOf, useFailureText } from "../failure";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Input } from "../ui/input";
import type { TriggerProps } from "../ui/on-demand";
import { toastDone } from "../ui/toast";
import { useOpenTrigger } from "../ui/use-open-trigger";
import { noRightsYet, type RightsForm, refusedRight, rightsIn } from "./rights";
import { RightsFields } from "./rights-fields";

interface InviteForm extends RightsForm {
  email: string;
}

const empty: InviteForm = { email: "", ...noRightsYet };

/** Mails a colleague the link that lets them in. */
export default function InviteDialog({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("settings.invite");
  const textOf = useFailureText();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const invite = useMutation(trpc.people.invite.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<InviteForm>({ defaultValues: empty });
  const { errors, isDirty } = form.formState;

  function close() {
    form.reset(empty);
    setRefusal(undefined);
    setOpen(false);
  }

  const send = form.handleSubmit((given) =>
    invite.mutate(
      { email: given.email, ...rightsIn(given) },
      {
        onSuccess: () => {
          void queries.invalidateQueries(trpc.people.list.queryFilter());
          form.reset(empty);
          setOpen(false);
          toastDone(say("done", { email: given.email.trim() }));
        },
        onError: (error) => {
          const failure = failureOf(error);
          const field = isAboutEmail(failure) ? "email" : refusedRight(failure);
          const reason = (field && failure.fields[field]) ?? failure.code;
          if (field) form.setError(field, { type: reason, message: textOf(reason) }, { shouldFocus: true });
          setRefusal(field ? undefined : failure.code);
        },
      },
    ),
  );

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("title")}
        onSubmit={send}
        isDirty={isDirty}
        confirm={say("send")}
        busy={invite.isPending && say("sending")}
      >
        <FormProvider {...form}>
          {refusal && <Refusal key={invite.submittedAt} code={refusal} />}
          <Field label={say("email")} hint={say("emailHint")} error={errors.email}>
            <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register("email")} />
          </Field>
          <RightsFields />
        </FormProvider>
      </FormDialog>
    </>
  );
}

function isAboutEmail({ code, fields }: ReturnType<typeof failureOf>): boolean {
  return code === "email_already_in_use" || code === "invalid_email" || fields.email !== undefined;
}
