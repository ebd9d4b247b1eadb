"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";

/** Form that requests a link for choosing a new password. `hasMailbox`: whether a page shows the mails, instead of sending them. */
export function ForgottenForm({ hasMailbox }: { hasMailbox: boolean }) {
  const say = useTranslations("signIn.forgottenPage");
  const textOf = useFailureText();
  const request = useMutation(useTRPC().session.requestPasswordReset.mutationOptions());
  const failure = request.error && failureOf(request.error);
  const [email, setEmail] = useState("");
  // An empty field is refused as an invalid address.
  const isAddressRefused = failure?.code === "invalid_email" || failure?.fields.email !== undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>("[name=email]");
    const given = field?.value.trim() ?? "";
    setEmail(given);
    request.mutate({ email: given }, { onError: () => field?.focus() });
  }

  if (request.isSuccess) return <Sent email={email} hasMailbox={hasMailbox} />;
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-ink-muted">{say("explanation")}</p>
      {failure && !isAddressRefused && <Refusal key={request.submittedAt} code={failure.code} />}
      <Field label={say("email")} error={isAddressRefused ? { type: "invalid_email", message: textOf("invalid_email") } : undefined}>
        <Input name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} height="tall" />
      </Field>
      <Button type="submit" variant="primary" size="tall" busy={request.isPending && say("sending")}>
        {say("send")}
      </Button>
      <p className="text-sm">
        <Link href="/sign-in">{say("back")}</Link>
      </p>
    </form>
  );
}

function Sent({ email, hasMailbox }: { email: string; hasMailbox: boolean }) {
  const say = useTranslations("signIn.forgottenPage");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="focus:outline-none">
        {say("sentTitle")}
      </h2>
      <p className="wrap-anywhere">{say("sent", { email })}</p>
      <p className="text-sm text-ink-muted">{say("notArrived")}</p>
      {hasMailbox && (
        <p className="text-sm">
          {/* Link to the development mailbox. */}
          <Link href="/mailbox" prefetch={false}>
            {say("mailbox")}
          </Link>
        </p>
      )}
      <p className="text-sm">
        <Link href="/sign-in">{say("back")}</Link>
      </p>
    </div>
  );
}
