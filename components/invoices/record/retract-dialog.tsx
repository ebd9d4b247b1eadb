"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { RefusalText } from "@/components/failures/refusal-text";
import { useRefusal } from "@/components/failures/use-refusal";
import { Checkbox } from "@/components/ui/form/checkbox";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Textarea } from "@/components/ui/form/textarea";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { Banner } from "@/components/ui/page/banner";
import { Cell, Row, SumRow, Table, TableBody, TableFoot } from "@/components/ui/table/table";
import { Total } from "@/components/ui/table/total";
import { Amount } from "@/components/ui/text/amount";
import { useRegion } from "@/components/ui/text/region";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { formatMoney } from "@/server/domain/formats/money";
import { creditedBy } from "@/server/domain/rules/retraction";
import { fieldProblem } from "./field-problem";

interface Props {
  invoice: InvoiceRecord;
  trigger: ReactElement<TriggerProps>;
}

/** Shows the credit and the effect on the customer, and asks for the texts of the credit note. */
export default function RetractDialog({ invoice, trigger }: Props) {
  const say = useTranslations("invoice.retract");
  const region = useRegion();
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const retract = useMutation(trpc.invoice.retract.mutationOptions());
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { creditNoteNumber: "", description: "", retractionReason: "", showRetractionReasonToCustomer: false },
  });
  const refusal = useRefusal(setError, ["creditNoteNumber", "description", "retractionReason"]);
  const { outstandingCents, paidCents } = invoice.account;
  const creditedCents = creditedBy(invoice.account);

  const confirm = handleSubmit((retraction) =>
    retract.mutate(
      { invoiceId: invoice.id, outstandingCents, retraction },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          setOpen(false);
          toastDone(say("done", { number: invoice.invoiceNumber }));
        },
        onError: (error) => {
          if (refusal.show(error) === "changed_meanwhile") void queries.invalidateQueries();
        },
      },
    ),
  );

  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={say("title", { number: invoice.invoiceNumber })}
        confirm={
          creditedCents === 0 ? say("confirmOnly") : say("confirm", { amount: formatMoney(creditedCents, invoice.currency, region) })
        }
        confirmIcon={Undo2}
        danger
        onConfirm={confirm}
        busy={retract.isPending && say("busy")}
        irreversible={say("lock")}
        error={refusal.code && <RefusalText code={refusal.code} />}
      >
        <p>{say("consequence", { name: invoice.customerName })}</p>
        {paidCents > 0 && (
          <Banner tone="attention">{say("paidAlready", { amount: formatMoney(paidCents, invoice.currency, region) })}</Banner>
        )}
        <Table caption={say("ledger")} density="slim" flush>
          <TableBody>
            <Row>
              <Cell>{say("outstanding", { currency: invoice.currency })}</Cell>
              <Cell numeric>
                <Amount cents={outstandingCents} />
              </Cell>
            </Row>
            <Row>
              <Cell>{say("credited")}</Cell>
              <Cell numeric>
                <Amount cents={-creditedCents} />
              </Cell>
            </Row>
          </TableBody>
          <TableFoot>
            <SumRow>
              <Cell>{say("after")}</Cell>
              <Cell numeric>
                <Total>
                  <Amount cents={outstandingCents - creditedCents} />
                </Total>
              </Cell>
            </SumRow>
          </TableFoot>
        </Table>
        <Field label={say("creditNoteNumber")} hint={say("creditNoteNumberHint")} error={fieldProblem(formState.errors.creditNoteNumber)}>
          <Input autoComplete="off" {...register("creditNoteNumber")} />
        </Field>
        <Field label={say("description")} hint={say("descriptionHint")} error={fieldProblem(formState.errors.description)}>
          <Input autoComplete="off" {...register("description")} />
        </Field>
        <Field label={say("reason")} error={fieldProblem(formState.errors.retractionReason)}>
          <Textarea rows={2} {...register("retractionReason")} />
        </Field>
        <Checkbox label={say("showReason")} {...register("showRetractionReasonToCustomer")} />
      </ConfirmDialog>
    </>
  );
}
