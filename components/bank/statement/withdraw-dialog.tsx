"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { RefusalText } from "@/components/failures/refusal-text";
import { Trouble } from "@/components/failures/trouble";
import { useRefusal } from "@/components/failures/use-refusal";
import { fieldProblem } from "@/components/invoices/record/field-problem";
import { Field } from "@/components/ui/form/field";
import { Textarea } from "@/components/ui/form/textarea";
import { ConfirmDialog } from "@/components/ui/overlay/confirm-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { Banner } from "@/components/ui/page/banner";
import { Detail, Details } from "@/components/ui/text/details";
import type { DescribedWithdrawal } from "@/server/bank/withdrawals/describe-withdrawal";
import { LONGEST_WITHDRAWAL_REASON } from "@/server/domain/rules/statement-list";
import { statementHref } from "./statement-address";

interface Props {
  statementId: string;
  company: string | null;
  trigger: ReactElement<TriggerProps>;
}

/** Shows which entries will count nowhere, and asks for the reason. If payments are decided, names and links them instead. */
export default function WithdrawDialog({ statementId, company, trigger }: Props) {
  const say = useTranslations("bank.withdraw");
  const bank = useTranslations("bank");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.bank.withdrawal.queryOptions({ statementId }, { enabled: open, staleTime: 0 }));
  const withdraw = useMutation(trpc.bank.withdrawStatement.mutationOptions());
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: { reason: "" } });
  const refusal = useRefusal(setError, ["reason"]);

  function changeOpen(next: boolean) {
    reset();
    refusal.forget();
    setOpen(next);
  }

  const confirm = handleSubmit(({ reason }) =>
    withdraw.mutate(
      { statementId, reason },
      {
        onSuccess: async () => {
          await queries.invalidateQueries();
          setOpen(false);
          toastDone(say("done"));
        },
        onError: (cause) => {
          // Somebody else has withdrawn it, or decided about a payment.
          if (refusal.show(cause) !== "invalid_request") void queries.invalidateQueries();
        },
      },
    ),
  );

  if (data && isKept(data)) {
    return (
      <>
        {opener}
        <Dialog open={open} onOpenChange={changeOpen} title={say("refused")}>
          {data.sharing && <Sharing sharing={data.sharing} company={company} onLeave={() => setOpen(false)} />}
          {!data.sharing && data.mayBeShared && <RefusalText code="bank_statement_may_be_shared" />}
          {data.decided.length > 0 && (
            <Decided
              decided={data.decided}
              hrefOf={(outcome) => statementHref(statementId, { outcome, company })}
              onLeave={() => setOpen(false)}
            />
          )}
        </Dialog>
      </>
    );
  }
  return (
    <>
      {opener}
      <ConfirmDialog
        open={open}
        onOpenChange={changeOpen}
        title={say("title")}
        confirm={say("confirm")}
        onConfirm={confirm}
        busy={withdraw.isPending && say("busy")}
        disabled={!data}
        error={refusal.code && <RefusalText code={refusal.code} />}
      >
        {error && <Trouble title={bank("notLoaded")} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <p>{bank("loading")}</p>}
        {data && <Effect withdrawal={data} />}
        <Field label={say("reason")} hint={say("reasonHint")} error={fieldProblem(formState.errors.reason)}>
          <Textarea rows={2} maxLength={LONGEST_WITHDRAWAL_REASON} {...register("reason")} />
        </Field>
      </ConfirmDialog>
    </>
  );
}

function Effect({ withdrawal: { entries, ownEntries } }: { withdrawal: DescribedWithdrawal }) {
  const say = useTranslations("bank.withdraw");
  const keptEntries = entries - ownEntries;
  return (
    <>
      <Details>
        <Detail label={say("counts")}>{entries}</Detail>
        <Detail label={say("alone")}>{ownEntries}</Detail>
        {keptEntries > 0 && <Detail label={say("kept")}>{keptEntries}</Detail>}
      </Details>
      <p>
        {say("effect", { count: ownEntries })} {ownEntries > 0 && keptEntries > 0 && say("keep", { count: keptEntries })}
      </p>
      <p>{say("after")}</p>
    </>
  );
}

function isKept({ decided, sharing, mayBeShared }: DescribedWithdrawal): boolean {
  return decided.length > 0 || sharing !== null || mayBeShared;
}

interface SharingProps {
  sharing: NonNullable<DescribedWithdrawal["sharing"]>;
  company: string | null;
  onLeave: () => void;
}

/** Statement that must be withdrawn first, with a link to it. */
function Sharing({ sharing, company, onLeave }: SharingProps) {
  const say = useTranslations("bank.withdraw");
  if (!sharing.isVisible) return <p>{say("sharedElsewhere")}</p>;
  return (
    <p>
      <Link href={statementHref(sharing.statementId, { company })} prefetch={false} onClick={onLeave}>
        {say("shared", { number: sharing.number })}
      </Link>
    </p>
  );
}

interface DecidedProps {
  decided: DescribedWithdrawal["decided"];
  hrefOf: (outcome: DescribedWithdrawal["decided"][number]["outcome"]) => string;
  onLeave: () => void;
}

/** Payments because of which the statement cannot be withdrawn, with links to them. */
function Decided({ decided, hrefOf, onLeave }: DecidedProps) {
  const say = useTranslations("bank.withdraw");
  return (
    <>
      <ul className="grid gap-1">
        {decided.map(({ reason, outcome, count }) => (
          <li key={`${reason} ${outcome}`}>
            <Link href={hrefOf(outcome)} prefetch={false} onClick={onLeave}>
              {say(`decided.${reason}`, { count })}
            </Link>
          </li>
        ))}
      </ul>
      <Banner tone="attention">{decided.some(({ reason }) => reason === "final") ? say("stays") : say("undoFirst")}</Banner>
    </>
  );
}
