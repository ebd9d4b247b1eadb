"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { toastDone } from "@/components/ui/overlay/toast";
import type { ListedEndpoint } from "@/server/notifications/list-endpoints";
import { type EndpointForm, EndpointFormFields, useEndpointRefusal } from "./endpoint-form";

export default function EditEndpoint({ endpoint, onClose }: { endpoint: ListedEndpoint; onClose: () => void }) {
  const say = useTranslations("endpoints.edit");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { id, url, description, pacing, namesMandates } = endpoint;
  const { register, handleSubmit, setError, formState } = useForm<EndpointForm>({
    defaultValues: { url, description, pacing, namesMandates },
  });
  const { errors, isDirty } = formState;
  const refusal = useEndpointRefusal(setError);
  const update = useMutation(
    trpc.endpoints.update.mutationOptions({
      onSuccess: () => {
        toastDone(say("done"));
        onClose();
        return queries.invalidateQueries(trpc.endpoints.pathFilter());
      },
      onError: refusal.show,
    }),
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={say("title")}
      onSubmit={handleSubmit((given) => update.mutate({ endpointId: id, ...given }))}
      isDirty={isDirty}
      confirm={say("confirm")}
      busy={update.isPending && say("busy")}
    >
      {refusal.code && <Refusal key={update.submittedAt} code={refusal.code} />}
      <EndpointFormFields register={register} errors={errors} />
    </FormDialog>
  );
}
