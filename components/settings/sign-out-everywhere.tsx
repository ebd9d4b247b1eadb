"use client";

import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { failureOf } from "../failure";
import { Refusal } from "../refusal";
import { useTRPC } from "../trpc";
import { Button } from "../ui/button";

/** Ends every session, this one too. */
export function SignOutEverywhere() {
  const say = useTranslations("settings.sessions");
  const end = useMutation(
    useTRPC().session.endAllSessions.mutationOptions({ onSuccess: () => window.location.replace("/sign-in?note=signedOut") }),
  );
  return (
    <>
      {end.error && <Refusal key={end.submittedAt} code={failureOf(end.error).code} />}
      <div>
        <Button busy={(end.isPending || end.isSuccess) && say("ending")} onClick={() => end.mutate()}>
          <LogOut />
          {say("end")}
        </Button>
      </div>
    </>
  );
}
