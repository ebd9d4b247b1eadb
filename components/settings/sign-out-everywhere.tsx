"use client";

import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";

/** Ends every session, including this one. */
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
