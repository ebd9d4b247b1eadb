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
  /** Address of this page. Once the reader is signed in, this page redirects them onward. */
  address: string;
  /** Code of the refusal if a sign-in with an organisation's account failed. */
  refusal: string | undefined;
}

/** Refusals by this service of a sign-in with an organisation's account. All other codes mean that the organisation's provider failed. */
const REFUSED_BY_US = ["not_invited", "service_unavailable", "internal_error"];

/** Form for signing in with an e-mail address and a password. */
export function SignInForm({ address, refusal: providerRefusal }: Props) {
  const say = useTranslations("signIn");
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<"email" | "password">();
  const [refusal, setRefusal] = useState(
    providerRefusal && { code: REFUSED_BY_US.includes(providerRefusal) ? providerRefusal : "provider_failed", attempt: 0 },
  );

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get("email")).trim();
    const password = String(new FormData(form).get("password"));
    const emptyPassword = password === "" ? "password" : undefined;
    const firstEmpty = email === "" ? "email" : emptyPassword;
    setMissing(firstEmpty);
    if (firstEmpty) return form.querySelector<HTMLInputElement>(`[name=${firstEmpty}]`)?.focus();

    setBusy(true);
    const code = await beginSession({ email, password, address });
    if (!code) return window.location.replace(address);
    // The typed password is the one-time password of an invitation. It opens the page for choosing a password.
    if (code === "password_not_set") return window.location.assign(`/set-password?token=${encodeURIComponent(password)}`);
    setBusy(false);
    setRefusal((before) => ({ code, attempt: (before ? before.attempt : 0) + 1 }));
  }

  return (
    // POST keeps the password out of the URL if the form is sent before its script has loaded.
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
