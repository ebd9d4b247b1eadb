"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { Member } from "@/server/people/member";
import { failureOf, useFailureText } from "../failure";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { FormDialog } from "../ui/form-dialog";
import { toastDone } from "../ui/toast";
import { type RightsForm, refusedRight, rightsFormOf, rightsIn } from "./rights";
import { RightsFields } from "./rights-fields";

interface Props {
  member: Member;
  isReader: boolean;
  onClose: () => void;
}

/** Another role, or other companies, from the member's next click on. */
export default function ChangeMemberDialog({ member, isReader, onClose }: Props) {
  const say = useTranslations("settings.change");
  const textOf = useFailureText();
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const change = useMutation(trpc.people.change.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<RightsForm>({ defaultValues: rightsFormOf(member) });
  const { isDirty } = form.formState;
  const name = member.name || member.email;

  const save = form.handleSubmit((given) =>
    change.mutate(
      { userId: member.id, ...rightsIn(given) },
      {
        onSuccess: () => {
          toastDone(say("done", { name }));
          onClose();
          // Who has given up their own role sees another page.
          if (isReader) router.refresh();
          else void queries.invalidateQueries(trpc.people.list.queryFilter());
        },
        onError: (error) => {
          const failure = failureOf(error);
          const field = refusedRight(failure);
          if (field) form.setError(field, { type: failure.code, message: textOf(failure.code) }, { shouldFocus: true });
          setRefusal(field ? undefined : failure.code);
        },
      },
    ),
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title", { name })}
      onSubmit={save}
      isDirty={isDirty}
      confirm={say("save")}
      busy={change.isPending && say("saving")}
    >
      <FormProvider {...form}>
        {refusal && <Refusal key={change.submittedAt} code={refusal} />}
        <RightsFields />
      </FormProvider>
    </FormDialog>
  );
}
