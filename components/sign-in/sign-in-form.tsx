"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { PasswordInput } from "@/components/ui/form/password-input";
import { beginSession } from "./begin-session";

interface Props {
  /** Address of this page, which redirects signed-in people. */
  address: string;
  /** Code of the refusal of a sign-in at an organisation. */
  refusal: string | undefined;
}

const REFUSED_BY_US = ["not_invited", "service_unavailable", "internal_error"];

export function SignInForm({ address, refusal: given }: Props) {
  const say = useTranslations("signIn");
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<"email" | "password">();
  const [refusal, setRefusal] = useState(given && { code: REFUSED_BY_US.includes(given) ? given : "provider_failed", attempt: 0 });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email")).trim();
    const password = String(new FormData(form).get("password"));
    const lacking = email ? (password ? undefined : "password") : "email";
    setMissing(lacking);
    if (lacking) return form.querySelector<HTMLInputElement>(`[name=${lacking}]`)?.focus();

    setBusy(true);
    const code = await beginSession({ email, password, address });
    if (!code) return window.location.replace(address);
    // The typed password is the one-time password of an invitation. It opens the page for choosing a password.
    if (code === "password_not_set") return window.location.assign(`/set-password?token=${encodeURIComponent(password)}`);
    setBusy(false);
    setRefusal((last) => ({ code, attempt: (last ? last.attempt : 0) + 1 }));
  }

  return (
    // Uses POST, because if the form is sent before scripts load, the password must not be in the URL.
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {refusal && (
        <Refusal key={refusal.attempt} code={refusal.code}>
          {refusal.code === "provider_failed" ? say("providerFailed") : undefined}
        </Refusal>
      )}
      <Field label={say("email")} error={missing === "email" ? { message: say("emailMissing") } : undefined}>
        <Input name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} height="tall" />
      </Field>
      <div className="relative">
        <Field label={say("password")} error={missing === "password" ? { message: say("passwordMissing") } : undefined}>
          <PasswordInput name="password" autoComplete="current-password" height="tall" />
        </Field>
        <Link href="/forgotten" prefetch={false} className="absolute -top-0.5 right-0 py-0.5 text-sm">
          {say("forgotten")}
        </Link>
      </div>
      <Button type="submit" variant="primary" size="tall" busy={isBusy && say("signingIn")}>
        {say("submit")}
      </Button>
    </form>
  );
}
