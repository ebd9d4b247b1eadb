"use client";

import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";

export function InviteColleague() {
  const say = useTranslations("settings.team");
  const trigger = (
    <Button variant="primary">
      <UserPlus />
      {say("invite")}
    </Button>
  );
  return <OnDemand load={() => import("./invite-colleague-dialog")} props={{}} popup="dialog" trigger={trigger} />;
}
