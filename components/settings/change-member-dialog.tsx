"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FormProvider, useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { Member } from "@/server/tenancy/people/member";
import { fieldOfCode, type RightsForm, refusableFields, rightsFormOf, rightsIn } from "./rights";
import { RightsFields } from "./rights-fields";

interface Props {
  member: Member;
  isReader: boolean;
  onClose: () => void;
}

/** Changes a member's role and companies. Takes effect at the member's next click. */
export default function ChangeMemberDialog({ member, isReader, onClose }: Props) {
  const say = useTranslations("settings.change");
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const change = useMutation(trpc.people.change.mutationOptions());
  const form = useForm<RightsForm>({ defaultValues: rightsFormOf(member) });
  const { isDirty } = form.formState;
  const refusal = useRefusal(form.setError, refusableFields, { fieldOf: fieldOfCode });
  const name = member.name || member.email;

  const save = form.handleSubmit((given) =>
    change.mutate(
      { userId: member.id, ...rightsIn(given) },
      {
        onSuccess: () => {
          toastDone(say("done", { name }));
          onClose();
          // An administrator who has given up that role may no longer see this page.
          if (isReader) router.refresh();
          else void queries.invalidateQueries(trpc.people.list.queryFilter());
        },
        onError: refusal.show,
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
        {refusal.code && <Refusal key={change.submittedAt} code={refusal.code} />}
        <RightsFields />
      </FormProvider>
    </FormDialog>
  );
}
