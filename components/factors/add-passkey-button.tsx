"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button, type ButtonProps } from "@/components/ui/form/button";
import type { AddedFactor } from "@/server/tenancy/factors/factor";
import { makePasskey } from "./passkey";

interface Props extends Pick<ButtonProps, "size"> {
  onAdded: (added: AddedFactor) => void;
}

/** Asks the browser to create a passkey, and stores it. */
export function AddPasskeyButton({ onAdded, size }: Props) {
  const say = useTranslations("factors.passkey");
  const trpc = useTRPC();
  const begin = useMutation(trpc.factors.beginPasskey.mutationOptions({ gcTime: 0 }));
  const add = useMutation(trpc.factors.addPasskey.mutationOptions({ gcTime: 0 }));
  const [refusal, setRefusal] = useState<{ code: string; attempt: number }>();
  const [isBusy, setBusy] = useState(false);
  const refuse = (code: string) => setRefusal((before) => ({ code, attempt: (before?.attempt ?? 0) + 1 }));

  async function addPasskey() {
    setBusy(true);
    setRefusal(undefined);
    try {
      const options = await begin.mutateAsync();
      const response = await makePasskey(options).catch(() => undefined);
      if (response) onAdded(await add.mutateAsync({ name: say("name"), response }));
      else refuse("passkey_not_given");
    } catch (error) {
      refuse(failureOf(error).code);
    }
    setBusy(false);
  }

  return (
    <>
      {refusal && <Refusal key={refusal.attempt} code={refusal.code} />}
      <Button size={size} onClick={addPasskey} busy={isBusy && say("adding")}>
        <KeyRound />
        {say("add")}
      </Button>
    </>
  );
}
