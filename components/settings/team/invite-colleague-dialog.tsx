"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";

/** Invites a person to the support team, by a mailed link. */
export default function InviteColleagueDialog({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("settings.invite");
  const sayOfTeam = useTranslations("settings.team");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const invite = useMutation(trpc.team.invite.mutationOptions());
  const form = useForm({ defaultValues: { email: "" } });
  const { errors, isDirty } = form.formState;
  const refusal = useRefusal(form.setError, ["email"], { fieldOf: { email_already_in_use: "email", invalid_email: "email" } });

  function close() {
    form.reset();
    refusal.forget();
    setOpen(false);
  }

  const send = form.handleSubmit(({ email }) =>
    invite.mutate(
      { email },
      {
        onSuccess: () => {
          void queries.invalidateQueries(trpc.team.list.queryFilter());
          close();
          toastDone(say("done", { email: email.trim() }));
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
        title={sayOfTeam("inviteTitle")}
        onSubmit={send}
        isDirty={isDirty}
        confirm={say("send")}
        busy={invite.isPending && say("sending")}
      >
        {refusal.code && <Refusal key={invite.submittedAt} code={refusal.code} />}
        <Field label={say("email")} hint={say("emailHint")} error={errors.email}>
          <Input type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register("email")} />
        </Field>
      </FormDialog>
    </>
  );
}
