"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { fieldOfCode, type RightsForm, refusableFields, rightsIn, suggestedRights } from "./rights";
import { RightsFields } from "./rights-fields";

interface InviteForm extends RightsForm {
  email: string;
}

const empty: InviteForm = { email: "", ...suggestedRights };

/** Invites a colleague to the partner's members, by a mailed link. */
export default function InviteDialog({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("settings.invite");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const invite = useMutation(trpc.people.invite.mutationOptions());
  const form = useForm<InviteForm>({ defaultValues: empty });
  const { errors, isDirty } = form.formState;
  const refusal = useRefusal(form.setError, ["email", ...refusableFields], {
    fieldOf: { ...fieldOfCode, email_already_in_use: "email", invalid_email: "email" },
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
        onError: refusal.show,
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
