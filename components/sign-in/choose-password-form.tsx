"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { ErrorSummary } from "@/components/ui/form/error-summary";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { PasswordInput } from "@/components/ui/form/password-input";
import { beginSession } from "./begin-session";

interface Props {
  token: string;
  /** Purpose of the link, and the person to whom it was mailed. `needsName`: the person has no name yet. */
  found: { purpose: "invitation" | "password_reset"; email: string; name: string; partnerName: string | null; needsName: boolean };
}

/** Values of the form. */
interface Chosen {
  name: string;
  password: string;
}

/** Sets the password and signs in with it. */
export function ChoosePasswordForm({ token, found }: Props) {
  const say = useTranslations("signIn.setPassword");
  const textOf = useFailureText();
  const set = useMutation(useTRPC().session.setPassword.mutationOptions());
  const [isDone, setDone] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm<Chosen>({ shouldFocusError: false });
  const { errors } = formState;
  const failure = set.error && failureOf(set.error);
  const generalFailure = failure && !fieldOf(failure.code, failure.fields) ? failure : undefined;

  async function submit({ name, password }: Chosen) {
    try {
      const { email } = await set.mutateAsync({ token, password, name: found.needsName ? name : null });
      setDone(true);
      const signInRefusal = await beginSession({ email, password, address: "/sign-in" });
      window.location.replace(signInRefusal ? "/sign-in?note=passwordSet" : "/sign-in");
    } catch (error) {
      const { code, fields } = failureOf(error);
      const field = fieldOf(code, fields);
      if (field) setError(field, { type: `invalid_${field}`, message: textOf(`invalid_${field}`) });
    }
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-muted">{say(introductionOf(found), { email: found.email, partner: found.partnerName ?? "" })}</p>
      {generalFailure && <Refusal key={set.submittedAt} code={generalFailure.code} />}
      <ErrorSummary
        fields={[
          ...(errors.name ? [{ fieldId: "name", label: say("name") }] : []),
          ...(errors.password ? [{ fieldId: "password", label: say("password") }] : []),
        ]}
      />
      {/* Tells password managers to whom the password belongs. */}
      <input type="text" name="username" autoComplete="username" value={found.email} readOnly hidden />
      {found.needsName && (
        <Field id="name" label={say("name")} hint={say("nameHint")} error={errors.name}>
          <Input autoComplete="name" height="tall" {...register("name")} />
        </Field>
      )}
      <Field id="password" label={say("password")} hint={say("rules")} error={errors.password}>
        <PasswordInput autoComplete="new-password" height="tall" {...register("password")} />
      </Field>
      <Button type="submit" variant="primary" size="tall" busy={(set.isPending || isDone) && say("setting")}>
        {say("submit")}
      </Button>
    </form>
  );
}

/** Returns the key of the introduction. A person without a partner is invited to the support team. */
function introductionOf({ purpose, partnerName }: Props["found"]) {
  if (purpose === "password_reset") return "forReset";
  return partnerName ? "forInvitation" : "forSupport";
}

/** Returns the field that was refused; undefined if the refusal concerns neither field, but for example the link. */
function fieldOf(code: string, fields: Record<string, string>): keyof Chosen | undefined {
  if (code === "invalid_person_name" || fields.name) return "name";
  if (code === "invalid_password" || fields.password) return "password";
  return undefined;
}
