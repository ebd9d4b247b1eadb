"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { Field } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Input } from "../ui/input";
import type { TriggerProps } from "../ui/on-demand";
import { toastDone } from "../ui/toast";
import { useOpenTrigger } from "../ui/use-open-trigger";
import { useRefusal } from "../use-refusal";
import { noRightsYet, type RightsForm, rightOf, rights, rightsIn } from "./rights";
import { RightsFields } from "./rights-fields";

interface InviteForm extends RightsForm {
  email: string;
}

const empty: InviteForm = { email: "", ...noRightsYet };

/** Mails a colleague the link that lets them in. */
export default function InviteDialog({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("settings.invite");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const invite = useMutation(trpc.people.invite.mutationOptions());
  const form = useForm<InviteForm>({ defaultValues: empty });
  const { errors, isDirty } = form.formState;
  const refusal = useRefusal(form.setError, ["email", ...rights], {
    fieldOf: { ...rightOf, email_already_in_use: "email", invalid_email: "email" },
  });

  function close() {
    form.reset(empty);
    refusal.forget();
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
        onError: refusal.refuse,
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
          {refusal.code && <Refusal key={invite.submittedAt} code={refusal.code} />}
          <Field label={say("email")} hint={say("emailHint")} error={errors.email}>
            <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register("email")} />
          </Field>
          <RightsFields />
        </FormProvider>
      </FormDialog>
    </>
  );
}
