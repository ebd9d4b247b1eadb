"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Mail, ScrollText, ShieldOff, SlidersHorizontal, UserCheck, UserX } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { cloneElement, type ReactElement, type RefAttributes, useRef, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useActOutcome } from "@/components/failures/use-act-outcome";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/overlay/menu";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { toastDone } from "@/components/ui/overlay/toast";
import type { Member } from "@/server/tenancy/people/member";
import { eventsHref } from "./security/events-address";

const ChangeMemberDialog = dynamic(() => import("./change-member-dialog"));
const DisableDialog = dynamic(() => import("./disable-dialog"));

interface Props {
  member: Member;
  /** Whether the member is the reader, because people cannot remove their own access. */
  isReader: boolean;
  trigger: ReactElement<TriggerProps>;
}

/** An administrator's acts on one member. */
export default function MemberMenu({ member, isReader, trigger }: Props) {
  const say = useTranslations("settings.members");
  const sayOfDisabling = useTranslations("settings.disable");
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<"change" | "disable">();
  const name = member.name || member.email;
  const button = useRef<HTMLButtonElement>(null);
  const buttonProps: TriggerProps & RefAttributes<HTMLButtonElement> = { ref: button };

  function close() {
    setDialog(undefined);
    // The dialog does not know the menu's button and cannot return the focus there. Runs once the dialog has released the focus.
    setTimeout(() => button.current?.focus());
  }

  const reloadMembers = () => queries.invalidateQueries(trpc.people.list.queryFilter());
  const reportWith = useActOutcome(reloadMembers);
  const resend = useMutation(trpc.people.resendInvitation.mutationOptions(reportWith(say("resent", { email: member.email }))));
  const resetFactors = useMutation(trpc.people.resetFactors.mutationOptions(reportWith(say("factorsReset", { name }))));
  const disable = useMutation(
    trpc.people.disable.mutationOptions({
      onSuccess: () => {
        toastDone(sayOfDisabling("done", { name }));
        close();
        return reloadMembers();
      },
    }),
  );
  const enable = useMutation(trpc.people.enable.mutationOptions(reportWith(say("enabled", { name }))));

  return (
    <>
      <Menu trigger={cloneElement(trigger, buttonProps)} defaultOpen>
        <MenuItem icon={<SlidersHorizontal />} onSelect={() => setDialog("change")}>
          {say("change")}
        </MenuItem>
        <MenuItem icon={<ScrollText />} onSelect={() => router.push(eventsHref({ by: member.id }))}>
          {say("securityLog")}
        </MenuItem>
        {member.status === "invited" && (
          <MenuItem icon={<Mail />} onSelect={() => resend.mutate({ userId: member.id })}>
            {say("resend")}
          </MenuItem>
        )}
        {member.hasFactor && !isReader && (
          <MenuItem icon={<ShieldOff />} onSelect={() => resetFactors.mutate({ userId: member.id })}>
            {say("resetFactors")}
          </MenuItem>
        )}
        {member.status === "disabled" && (
          <MenuItem icon={<UserCheck />} onSelect={() => enable.mutate({ userId: member.id })}>
            {say("enable")}
          </MenuItem>
        )}
        {member.status !== "disabled" && !isReader && (
          <>
            <MenuSeparator />
            <MenuItem icon={<UserX />} danger onSelect={() => setDialog("disable")}>
              {say("disable")}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === "change" && <ChangeMemberDialog member={member} isReader={isReader} onClose={close} />}
      {dialog === "disable" && (
        <DisableDialog person={member} disable={{ ...disable, mutate: () => disable.mutate({ userId: member.id }) }} onClose={close} />
      )}
    </>
  );
}
