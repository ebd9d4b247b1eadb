"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { ShownOnce } from "@/components/developers/keys/shown-once";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { type EndpointForm, EndpointFormFields, useEndpointRefusal } from "./endpoint-form";

const empty: EndpointForm = { url: "", description: "", pacing: "real_time", namesMandates: false };

/** Asks for the endpoint's address, then shows its secret once. Then only the dialog's own button closes the dialog. */
export default function AddEndpoint({ trigger }: { trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("endpoints");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  // The answer contains the secret, so it is dropped together with the dialog.
  const create = useMutation(trpc.endpoints.create.mutationOptions({ gcTime: 0 }));
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: empty });
  const { errors, isDirty } = formState;
  const refusal = useEndpointRefusal(setError);
  const secret = create.data?.secret;

  function close() {
    setOpen(false);
    refusal.forget();
    reset();
    create.reset();
  }

  function finish() {
    close();
    void queries.invalidateQueries(trpc.endpoints.pathFilter());
  }

  if (secret) {
    return (
      <>
        {opener}
        <Dialog
          open={open}
          onOpenChange={() => setOpen(true)}
          title={say("shown.title")}
          footer={
            <Button variant="primary" onClick={finish}>
              {say("shown.done")}
            </Button>
          }
        >
          <ShownOnce value={secret} words="endpoints.shown" />
        </Dialog>
      </>
    );
  }
  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={say("add.title")}
        onSubmit={handleSubmit((given) => create.mutate(given, { onError: refusal.show }))}
        isDirty={isDirty}
        confirm={say("add.confirm")}
        busy={create.isPending && say("add.busy")}
      >
        {refusal.code && <Refusal key={create.submittedAt} code={refusal.code} />}
        <EndpointFormFields register={register} errors={errors} />
      </FormDialog>
    </>
  );
}
