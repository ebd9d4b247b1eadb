"use client";

import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/form/button";
import type { AddedFactor } from "@/server/tenancy/factors/factor";
import type { WaysToProve } from "@/server/tenancy/factors/prove-identity";
import { AddPasskeyButton } from "./add-passkey-button";
import { ProofForm } from "./proof-form";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpAuthenticator } from "./set-up-authenticator";

interface Props {
  email: string;
  /** Ways by which the reader can prove their identity; null if they have none yet, and set one up here. */
  ways: WaysToProve | null;
  passkeysPossible: boolean;
  /** Address of this page, which redirects signed-in people. */
  address: string;
}

/** The step after the right password: giving the second factor, or setting one up. */
export function SecondFactorStep({ email, ways, passkeysPossible, address }: Props) {
  const say = useTranslations("factors.arriving");
  const goOn = () => window.location.replace(address);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-muted">{say(ways ? "prove" : "setUp", { email })}</p>
      {ways ? <ProofForm ways={ways} onProved={goOn} /> : <FirstFactor passkeysPossible={passkeysPossible} onDone={goOn} />}
      <p className="text-sm">
        <button
          type="button"
          className="cursor-pointer text-accent-text hover:underline"
          onClick={() => void signOut({ callbackUrl: "/sign-in" })}
        >
          {say("another")}
        </button>
      </p>
    </div>
  );
}

function FirstFactor({ passkeysPossible, onDone }: { passkeysPossible: boolean; onDone: () => void }) {
  const say = useTranslations("factors.arriving");
  const [isApp, setApp] = useState(!passkeysPossible);
  const [codes, setCodes] = useState<string[]>();
  const added = ({ recoveryCodes }: AddedFactor) => (recoveryCodes ? setCodes(recoveryCodes) : onDone());
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (isApp) return <SetUpAuthenticator onAdded={added} />;
  return (
    <div className="grid gap-3">
      <AddPasskeyButton size="tall" onAdded={added} />
      <p className="text-xs text-ink-faint">{say("passkeyHint")}</p>
      <Button size="tall" onClick={() => setApp(true)}>
        {say("withApp")}
      </Button>
      <p className="text-xs text-ink-faint">{say("appHint")}</p>
    </div>
  );
}
