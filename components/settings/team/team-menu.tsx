"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut, Mail, ShieldOff, UserCheck, UserX } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { cloneElement, type ReactElement, type RefAttributes, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useActOutcome } from "@/components/failures/use-act-outcome";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay/menu";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import type { Supporter } from "@/server/tenancy/supporters/supporter";

const DisableDialog = dynamic(() => import("../disable-dialog"));

/** A support lead's acts on a colleague. */
export default function TeamMenu({ supporter, trigger }: { supporter: Supporter; trigger: ReactElement<TriggerProps> }) {
  const say = useTranslations("settings.members");
  const sayOfTeam = useTranslations("settings.team");
  const sayOfDisabling = useTranslations("settings.disable");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [isDisabling, setDisabling] = useState(false);
  const { id: userId, email, status, hasFactor, sessions } = supporter;
  const name = supporter.name || email;
  const button = useRef<HTMLButtonElement>(null);
  const buttonProps: TriggerProps & RefAttributes<HTMLButtonElement> = { ref: button };

  function close() {
    setDisabling(false);
    // The dialog does not know the menu's button and cannot return the focus there. Runs once the dialog has released the focus.
    setTimeout(() => button.current?.focus());
  }

  const reloadTeam = () => queries.invalidateQueries(trpc.team.list.queryFilter());
  const reportWith = useActOutcome(reloadTeam);
  const inviteAgain = useMutation(trpc.team.inviteAgain.mutationOptions(reportWith(say("resent", { email }))));
  const resetFactors = useMutation(trpc.team.resetFactors.mutationOptions(reportWith(say("factorsReset", { name }))));
  const endSessions = useMutation(trpc.team.endSessions.mutationOptions(reportWith(sayOfTeam("sessionsEnded", { name }))));
  const enable = useMutation(trpc.team.enable.mutationOptions(reportWith(say("enabled", { name }))));
  const disable = useMutation(
    trpc.team.disable.mutationOptions({
      onSuccess: () => {
        toastDone(sayOfDisabling("done", { name }));
        close();
        return reloadTeam();
      },
    }),
  );

  return (
    <>
      <Menu trigger={cloneElement(trigger, buttonProps)} defaultOpen>
        {status === "invited" && (
          <MenuItem icon={<Mail />} onSelect={() => inviteAgain.mutate({ userId })}>
            {say("resend")}
          </MenuItem>
        )}
        {sessions > 0 && (
          <MenuItem icon={<LogOut />} onSelect={() => endSessions.mutate({ userId })}>
            {sayOfTeam("endSessions")}
          </MenuItem>
        )}
        {hasFactor && (
          <MenuItem icon={<ShieldOff />} onSelect={() => resetFactors.mutate({ userId })}>
            {say("resetFactors")}
          </MenuItem>
        )}
        {status === "disabled" ? (
          <MenuItem icon={<UserCheck />} onSelect={() => enable.mutate({ userId })}>
            {say("enable")}
          </MenuItem>
        ) : (
          <>
            {(status === "invited" || sessions > 0 || hasFactor) && <MenuSeparator />}
            <MenuItem icon={<UserX />} danger onSelect={() => setDisabling(true)}>
              {say("disable")}
            </MenuItem>
          </>
        )}
      </Menu>
      {isDisabling && (
        <DisableDialog person={supporter} disable={{ ...disable, mutate: () => disable.mutate({ userId }) }} onClose={close} />
      )}
    </>
  );
}
