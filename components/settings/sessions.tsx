"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { SignOutEverywhere } from "./sign-out-everywhere";

/** The reader's devices. They can be signed out separately or all together. */
export function Sessions() {
  const say = useTranslations("settings.sessions");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: sessions } = useSuspenseQuery(trpc.session.sessions.queryOptions());
  const end = useMutation(
    trpc.session.endSession.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.session.sessions.queryFilter()) }),
  );
  return (
    <>
      {end.error && <Refusal key={end.submittedAt} code={failureOf(end.error).code} />}
      <ul aria-label={say("list")}>
        {sessions.map(({ id, device, lastSeenAt, isThis }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 border-b border-line py-2 first:border-t">
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">{device || say("unknown")}</span>
              <span className="text-xs text-ink-muted">{isThis ? say("this") : <RelativeTime at={lastSeenAt} inRealTime />}</span>
            </span>
            {!isThis && (
              <Button
                size="sm"
                aria-label={say("endOf", { device: device || say("unknown") })}
                busy={end.isPending && end.variables.sessionId === id && say("ending")}
                onClick={() => end.mutate({ sessionId: id })}
              >
                {say("endOne")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SignOutEverywhere />
    </>
  );
}
