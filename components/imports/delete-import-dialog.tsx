"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { useRegion } from "@/components/ui/text/region";
import type { ImportDescription } from "@/server/billing/imports/import";
import { formatMoney } from "@/server/domain/formats/money";

/** Above this number of invoices, the reader must type the number to confirm. */
const TYPED_ABOVE = 50;

interface Props {
  record: ImportDescription;
  trigger: ReactElement<TriggerProps>;
}

/** Deletes an import that is not transmitted, with everything in it. */
export default function DeleteImportDialog({ record, trigger }: Props) {
  const say = useTranslations("imports.delete");
  const textOf = useFailureText();
  const region = useRegion();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const remove = useMutation(trpc.imports.delete.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const { id: importId, title, contents, currency } = record;
  const count = contents.invoicesCount;

  const confirm = () => {
    setRefusal(undefined);
    remove.mutate(
      { importId, seen: contents },
      {
        onSuccess: () => {
          router.push("/imports");
          toastDone(say("done", { title }));
          // Queries are not refetched immediately: until the list is shown, this page would request the deleted import.
          return queries.invalidateQueries({ refetchType: "none" });
        },
        onError: async (error) => {
          await queries.invalidateQueries();
          setRefusal(failureOf(error).code);
        },
      },
    );
  };

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => {
          setRefusal(undefined);
          setOpen(next);
        }}
        title={say("title", { title })}
        confirm={say("confirm", { count })}
        confirmIcon={Trash2}
        danger
        onConfirm={confirm}
        busy={(remove.isPending || remove.isSuccess) && say("busy")}
        irreversible={say("lock")}
        typed={count > TYPED_ABOVE ? { label: say("typed", { digits: String(count) }), expected: String(count) } : undefined}
        error={
          refusal && (
            <>
              {refusal === "changed_meanwhile" ? say("changed") : textOf(refusal)} <code className="text-xs">{refusal}</code>
            </>
          )
        }
      >
        <p>{say("consequence", { count, amount: formatMoney(contents.amountCents, currency, region) })}</p>
      </ConfirmDialog>
    </>
  );
}
