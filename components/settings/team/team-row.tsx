"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Cell, Row } from "@/components/ui/table/table";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Supporter } from "@/server/tenancy/supporters/supporter";
import { StatusChip } from "../status-chip";

interface Props {
  supporter: Supporter;
  /** Whether the supporter is the reader. Leads cannot act on their own account, but another lead can. */
  isReader: boolean;
}

export function TeamRow({ supporter, isReader }: Props) {
  const say = useTranslations("settings.members");
  const sayOfTeam = useTranslations("settings.team");
  const { name, email, status, hasFactor, lastSignedInAt, leadsSupport, sessions } = supporter;
  const trigger = (
    <IconButton name={say("actsOn", { name: name || email })} variant="quiet" size="sm" className="max-sm:-mr-2.5">
      <Ellipsis />
    </IconButton>
  );
  return (
    <Row>
      <Cell card={1} className="py-1.5">
        <span className="block wrap-anywhere">
          <span className="font-medium">{name || email}</span>
          {isReader && <span className="text-ink-faint"> {say("you")}</span>}
        </span>
        {name && <span className="block text-xs wrap-anywhere text-ink-muted">{email}</span>}
      </Cell>
      <Cell card={4}>
        {sayOfTeam(leadsSupport ? "lead" : "supporter")}
        {status === "active" && !hasFactor && <span className="block text-xs text-ink-faint">{say("noFactor")}</span>}
      </Cell>
      <Cell numeric drop={3} card="hide">
        {sessions}
      </Cell>
      <Cell drop={3} card="hide" className="text-ink-muted">
        {lastSignedInAt ? <RelativeTime at={lastSignedInAt} isReal /> : <span className="text-ink-faint">{say("never")}</span>}
      </Cell>
      <Cell card={3}>
        <StatusChip status={status} />
      </Cell>
      <Cell numeric card={2}>
        {!isReader && <OnDemand load={() => import("./team-menu")} props={{ supporter }} popup="menu" trigger={trigger} />}
      </Cell>
    </Row>
  );
}
