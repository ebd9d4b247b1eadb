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
  /** Ways by which the reader can prove their identity; null if the reader has no second factor yet, and must set one up here. */
  ways: WaysToProve | null;
  canAddPasskey: boolean;
  /** Address of this page. After the step, the reader is signed in, and this page redirects them onward. */
  address: string;
}

/** The step after the right password: giving the second factor, or setting one up. */
export function SecondFactorStep({ email, ways, canAddPasskey, address }: Props) {
  const say = useTranslations("factors.arriving");
  const leave = () => window.location.replace(address);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="wrap-anywhere text-ink-muted">{say(ways ? "prove" : "setUp", { email })}</p>
      {ways ? <ProofForm ways={ways} onProved={leave} /> : <FirstFactor canAddPasskey={canAddPasskey} onDone={leave} />}
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

/** Setting up the first second factor. */
function FirstFactor({ canAddPasskey, onDone }: { canAddPasskey: boolean; onDone: () => void }) {
  const say = useTranslations("factors.arriving");
  // Without passkeys, an authenticator app is the only choice.
  const [usesApp, setUsesApp] = useState(!canAddPasskey);
  const [codes, setCodes] = useState<string[]>();
  // Only the first factor brings recovery codes.
  const onAdded = ({ recoveryCodes }: AddedFactor) => (recoveryCodes ? setCodes(recoveryCodes) : onDone());
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (usesApp) return <SetUpAuthenticator onAdded={onAdded} />;
  return (
    <div className="grid gap-3">
      <AddPasskeyButton size="tall" onAdded={onAdded} />
      <p className="text-xs text-ink-faint">{say("passkeyHint")}</p>
      <Button size="tall" onClick={() => setUsesApp(true)}>
        {say("withApp")}
      </Button>
      <p className="text-xs text-ink-faint">{say("appHint")}</p>
    </div>
  );
}
