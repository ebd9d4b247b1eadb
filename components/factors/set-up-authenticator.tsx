"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Skeleton } from "@/components/ui/page/skeleton";
import type { AddedFactor } from "@/server/tenancy/factors/factor";

const QrCode = dynamic(() => import("./qr-code"), { loading: () => <Skeleton className="size-44" /> });

/** Shows the secret for an authenticator app, and asks for a code to prove that the app has it. */
export function SetUpAuthenticator({ onAdded }: { onAdded: (added: AddedFactor) => void }) {
  const say = useTranslations("factors.app");
  const textOf = useFailureText();
  const trpc = useTRPC();
  const {
    mutate: begin,
    data: newSecret,
    error: secretError,
  } = useMutation(trpc.factors.beginAuthenticator.mutationOptions({ gcTime: 0 }));
  const add = useMutation(trpc.factors.addAuthenticator.mutationOptions({ gcTime: 0, onSuccess: onAdded }));
  useEffect(() => begin(), [begin]);
  const code = add.error && failureOf(add.error).code;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>("[name=code]");
    const given = field?.value.replace(/\s/g, "") ?? "";
    if (newSecret) add.mutate({ name: say("name"), secret: newSecret.secret, code: given }, { onError: () => field?.select() });
  }

  if (secretError) return <Refusal code={failureOf(secretError).code} />;
  if (!newSecret) return <Skeleton className="size-44" />;
  return (
    <form method="post" noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {code && code !== "wrong_code" && <Refusal key={add.submittedAt} code={code} />}
      <p>{say("scan")}</p>
      <QrCode value={newSecret.address} name={say("picture")} />
      <div className="grid gap-1 text-sm">
        <span className="text-ink-muted">{say("typed")}</span>
        <span className="flex items-center gap-2">
          <code className="min-w-0 text-xs wrap-anywhere">{inGroupsOfFour(newSecret.secret)}</code>
          <CopyButton value={newSecret.secret} name={say("secret")} />
        </span>
      </div>
      <Field label={say("code")} hint={say("codeHint")} error={code === "wrong_code" ? { type: code, message: textOf(code) } : undefined}>
        <Input name="code" inputMode="numeric" autoComplete="one-time-code" spellCheck={false} height="tall" />
      </Field>
      <Button type="submit" variant="primary" size="tall" busy={(add.isPending || add.isSuccess) && say("adding")}>
        {say("add")}
      </Button>
    </form>
  );
}

function inGroupsOfFour(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, "$& ");
}
