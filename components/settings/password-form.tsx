"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { beginSession } from "@/components/sign-in/begin-session";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { PasswordInput } from "@/components/ui/form/password-input";
import { useUnsavedGuard } from "@/components/ui/form/use-unsaved-guard";

const empty = { currentPassword: "", newPassword: "" };

/** Changes the password. This ends all sessions and begins a new one. */
export function PasswordForm({ email }: { email: string }) {
  const say = useTranslations("settings.password");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const change = useMutation(useTRPC().session.changePassword.mutationOptions());
  const [refusal, setRefusal] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: empty });
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedGuard(isDirty && !isSubmitting);

  const save = handleSubmit(async (given) => {
    setRefusal(undefined);
    setChanged(false);
    try {
      await change.mutateAsync(given);
    } catch (error) {
      const { code, fields } = failureOf(error);
      const [field, reason] = fieldOf(code, fields) ?? [];
      if (field && reason) setError(field, { type: reason, message: textOf(reason) }, { shouldFocus: true });
      else setRefusal(code);
      return;
    }
    const signInRefusal = await beginSession({ email, password: given.newPassword, address: "/settings" });
    if (signInRefusal) return window.location.replace("/sign-in?note=passwordSet");
    reset(empty);
    setChanged(true);
    // People with a second factor must prove it again for the new session: their queries fail now, which leads to the sign-in page.
    await queries.invalidateQueries();
  });

  return (
    <form method="post" noValidate onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {refusal && <Refusal key={change.submittedAt} code={refusal} />}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={say("current")} error={errors.currentPassword}>
        <PasswordInput autoComplete="current-password" {...register("currentPassword")} />
      </Field>
      <Field label={say("new")} hint={say("rules")} error={errors.newPassword}>
        <PasswordInput autoComplete="new-password" {...register("newPassword")} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSubmitting && say("changing")}>
          {say("change")}
        </Button>
        <p role="status" className="text-sm text-done">
          {isChanged && !isDirty && say("changed")}
        </p>
      </div>
    </form>
  );
}

/** Returns the field that was refused, and the code that explains it; undefined if the refusal concerns neither of the two fields. */
function fieldOf(code: string, fields: Record<string, string>): ["currentPassword" | "newPassword", string] | undefined {
  if (code === "wrong_password" || fields.currentPassword) return ["currentPassword", "wrong_password"];
  if (code === "invalid_password" || fields.newPassword) return ["newPassword", "invalid_password"];
  return undefined;
}
