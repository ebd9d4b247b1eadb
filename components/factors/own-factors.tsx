"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { AddedFactor } from "@/server/tenancy/factors/factor";
import { AddPasskeyButton } from "./add-passkey-button";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpAuthenticator } from "./set-up-authenticator";

/** The reader's second factors: the reader can add and remove them, and renew the recovery codes. */
export function OwnFactors() {
  const say = useTranslations("factors");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data: own } = useSuspenseQuery(trpc.factors.list.queryOptions());
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => queries.invalidateQueries(trpc.factors.list.queryFilter());
  const remove = useMutation(trpc.factors.remove.mutationOptions({ onSettled: refresh }));
  const renew = useMutation(trpc.factors.newRecoveryCodes.mutationOptions({ gcTime: 0, onSuccess: setCodes, onSettled: refresh }));
  const failedMutation = [remove, renew].find(({ error }) => error);

  function onAdded({ recoveryCodes }: AddedFactor) {
    setAdding(false);
    setCodes(recoveryCodes ?? undefined);
    void refresh();
  }

  return (
    <>
      {failedMutation?.error && <Refusal key={failedMutation.submittedAt} code={failureOf(failedMutation.error).code} />}
      {own.factors.length > 0 ? (
        <ul aria-label={say("title")}>
          {own.factors.map(({ id, name, lastUsedAt, createdAt }) => (
            <li key={id} className="flex min-h-11 items-center gap-3 border-b border-line py-2 first:border-t">
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{name}</span>
                <span className="text-xs text-ink-muted">
                  {say.rich(lastUsedAt ? "used" : "added", {
                    when: () => <RelativeTime at={lastUsedAt ?? createdAt} inRealTime inSentence />,
                  })}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={say("removeNamed", { name })}
                busy={remove.isPending && remove.variables.factorId === id && say("removing")}
                onClick={() => remove.mutate({ factorId: id })}
              >
                {say("remove")}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted">{say(own.isCompulsory ? "noneYet" : "none")}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAdding(true)}>{say("app.begin")}</Button>
        {own.canAddPasskey && <AddPasskeyButton onAdded={onAdded} />}
      </div>
      {own.factors.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <span className="text-ink-muted">{say("recovery.left", { count: own.recoveryCodesLeft })}</span>
          <Button size="sm" busy={renew.isPending && say("recovery.renewing")} onClick={() => renew.mutate()}>
            {say("recovery.renew")}
          </Button>
        </div>
      )}
      {isAdding && (
        <Dialog open onOpenChange={() => setAdding(false)} title={say("app.begin")}>
          <SetUpAuthenticator onAdded={onAdded} />
        </Dialog>
      )}
      {codes && (
        <Dialog open onOpenChange={() => setCodes(undefined)} title={say("recovery.title")}>
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        </Dialog>
      )}
    </>
  );
}
