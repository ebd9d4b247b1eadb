"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/form/button";

interface Props {
  providers: { id: string; name: string }[];
  /** Address of the page to which people return. It redirects them onward if they are signed in. */
  address: string;
}

/** A button for each organisation with whose account people can sign in. */
export function ProviderButtons({ providers, address }: Props) {
  const say = useTranslations("signIn");
  const [leavingFor, setLeavingFor] = useState<string>();

  async function leaveFor(id: string) {
    setLeavingFor(id);
    try {
      const { signIn } = await import("next-auth/react");
      await signIn(id, { callbackUrl: address });
    } catch {
      setLeavingFor(undefined);
    }
  }

  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-3 text-xs text-ink-faint before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
        {say("or")}
      </p>
      {providers.map(({ id, name }) => (
        <Button key={id} size="tall" busy={leavingFor === id && say("signingIn")} onClick={() => leaveFor(id)}>
          <KeyRound />
          <span className="truncate">{say("withProvider", { name })}</span>
        </Button>
      ))}
    </div>
  );
}
