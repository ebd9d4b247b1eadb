"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Refusal } from "@/components/failures/refusal";
import { useRefusal } from "@/components/failures/use-refusal";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";
import { readBritishAccount } from "@/server/domain/banking/british-account";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { BankAccount } from "@/server/tenancy/bank-accounts/bank-account";
import type { CompanyDescription } from "@/server/tenancy/companies/describe-company";

interface Props {
  company: CompanyDescription;
  /** Account to change; absent for a new one. */
  account?: BankAccount;
  trigger: ReactElement<TriggerProps>;
}

/** Maximum length of a holder's name, in characters. */
const HOLDER_LENGTH = 70;
const fields = ["holder", "iban", "bic", "qrIban", "creditorIdentifier"] as const;

/** Form for a new account or a change of one. Both wait for a day or a second person's confirmation, except a company's first account. */
export default function EditBankAccount({ company, account, trigger }: Props) {
  const say = useTranslations("bankAccounts");
  const sayAct = useTranslations(account ? "bankAccounts.change" : "bankAccounts.add");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const queries = useQueryClient();
  const { bankAccounts } = useTRPC();
  const add = useMutation(bankAccounts.add.mutationOptions());
  const change = useMutation(bankAccounts.change.mutationOptions());
  const id = useId();
  const { register, handleSubmit, setError, getValues, formState, reset } = useForm({
    values: formOf(company, account),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;
  const refusal = useRefusal(setError, fields, {
    focus: false,
    fieldOf: { bank_account_not_in_currency: "iban", bank_account_exists: "iban" },
  });
  const shown = fields.filter((name) => name !== "qrIban" || company.currency === "CHF");

  /** Returns a field's problem without the code that other forms show: the text says all that the reader needs. */
  function problemOf(name: (typeof fields)[number]) {
    const error = errors[name];
    if (!error) return undefined;
    // `type` is the code of the refusal.
    const hint = error.type === "invalid_iban" ? hintOfInvalidIban() : undefined;
    return { message: hint ?? error.message };
  }

  /** Returns a text that says more than the code's own, if the reader probably took another number for the IBAN. */
  function hintOfInvalidIban(): string | undefined {
    if (readBritishAccount(getValues("iban")) !== null) return say("problems.sortCode");
    if (company.currency === "CHF") return say("problems.qrIban");
    return undefined;
  }

  function close() {
    // Also the fields that were typed: the next account is another one.
    reset(undefined, { keepDirtyValues: false });
    refusal.forget();
    setOpen(false);
  }

  const save = handleSubmit((given) => {
    const outcome = {
      onSuccess: async ({ waiting }: BankAccount) => {
        await queries.invalidateQueries();
        close();
        toastDone(waiting ? say("waits") : sayAct("done"));
      },
      onError: refusal.show,
    };
    if (account) change.mutate({ bankAccountId: account.id, ...given }, outcome);
    else add.mutate({ companyId: company.id, ...given }, outcome);
  });

  return (
    <>
      {opener}
      <FormDialog
        open={open}
        onOpen={() => setOpen(true)}
        onClose={close}
        title={sayAct("title")}
        onSubmit={save}
        isDirty={isDirty}
        confirm={sayAct("confirm")}
        busy={(add.isPending || change.isPending) && say("busy")}
      >
        <p className="text-sm text-ink-muted">{sayAct("consequence")}</p>
        <ErrorSummary
          fields={shown.filter((name) => errors[name]).map((name) => ({ fieldId: `${id}-${name}`, label: say(`fields.${name}`) }))}
        />
        {/* The form either adds or changes, so the other time stays 0, and the sum is new for each attempt. */}
        {refusal.code && <Refusal key={add.submittedAt + change.submittedAt} code={refusal.code} />}
        {shown.map((name) => (
          <Field key={name} id={`${id}-${name}`} label={say(`fields.${name}`)} hint={say(`hints.${name}`)} error={problemOf(name)}>
            <Input autoComplete="off" spellCheck={false} {...register(name)} />
          </Field>
        ))}
      </FormDialog>
    </>
  );
}

/** Returns the account's values, or those of a new account: the company's name as the holder, shortened to the maximum length. */
function formOf(company: CompanyDescription, account: BankAccount | undefined) {
  const facts = account?.current ?? account?.waiting;
  return {
    holder: facts?.holder ?? company.name.slice(0, HOLDER_LENGTH),
    // With plain spaces, as people type them.
    iban: facts ? groupIban(facts.iban, " ") : "",
    bic: facts?.bic ?? "",
    qrIban: facts?.qrIban ?? "",
    creditorIdentifier: facts?.creditorIdentifier ?? "",
  };
}
