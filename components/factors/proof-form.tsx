"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { PasswordInput } from "@/components/ui/form/password-input";
import type { WaysToProve } from "@/server/tenancy/factors/prove-identity";
import { askPasskey } from "./passkey";

interface Props {
  ways: WaysToProve;
  onProved: () => void;
}

/** Codes of refusals that are shown at the field. */
const AT_THE_FIELD = ["wrong_code", "wrong_password"];

/** Asks for a passkey, a code or the password, depending on the reader's factors. People who have none of these must sign in again. */
export function ProofForm({ ways, onProved }: Props) {
  const say = useTranslations("proof");
  const textOf = useFailureText();
  const trpc = useTRPC();
  const [passkeyFailed, setPasskeyFailed] = useState(false);
  const prove = useMutation(trpc.factors.prove.mutationOptions({ onSuccess: onProved }));
  const begin = useMutation(trpc.factors.beginProof.mutationOptions({ gcTime: 0 }));
  const code = prove.error && failureOf(prove.error).code;
  const isBusy = prove.isPending || prove.isSuccess;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>("[name=proof]");
    const given = field?.value ?? "";
    const options = { onError: () => field?.select() };
    if (ways.password) prove.mutate({ password: given }, options);
    else prove.mutate({ code: given }, options);
  }

  async function proveByPasskey() {
    setPasskeyFailed(false);
    prove.reset();
    try {
      // New options for each attempt: they contain a challenge, which can be answered only once.
      const { passkey } = await begin.mutateAsync();
      const response = passkey && (await askPasskey(passkey));
      if (response) prove.mutate({ passkey: response });
    } catch {
      setPasskeyFailed(true);
    }
  }

  const error = code && AT_THE_FIELD.includes(code) ? { type: code, message: textOf(code) } : undefined;
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {code && !error && <Refusal key={prove.submittedAt} code={code} />}
      {passkeyFailed && <Refusal code="passkey_not_given" />}
      {ways.passkey && (
        <Button variant="primary" size="tall" onClick={proveByPasskey} busy={(begin.isPending || isBusy) && say("confirming")}>
          <KeyRound />
          {say("withPasskey")}
        </Button>
      )}
      {ways.code && (
        <Field label={say("code")} hint={say("codeHint")} error={error}>
          <Input
            name="proof"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            height="tall"
            autoFocus={!ways.passkey}
          />
        </Field>
      )}
      {ways.password && (
        <Field label={say("password")} error={error}>
          <PasswordInput name="proof" autoComplete="current-password" height="tall" autoFocus />
        </Field>
      )}
      {ways.code || ways.password ? (
        <Button type="submit" variant={ways.passkey ? undefined : "primary"} size="tall" busy={isBusy && say("confirming")}>
          {say("confirm")}
        </Button>
      ) : (
        !ways.passkey && <p>{say("signInAgain")}</p>
      )}
    </form>
  );
}
