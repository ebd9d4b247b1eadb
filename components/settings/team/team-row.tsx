"use client";

import { useTranslations } from "next-intl";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Cell, Row } from "@/components/ui/table/table";
import type { Supporter } from "@/server/tenancy/supporters/supporter";
import { LastSignedInCell, NameCell, RoleCell, useMenuTrigger } from "../person-cells";
import { StatusChip } from "../status-chip";

interface Props {
  supporter: Supporter;
  /** Whether the supporter is the reader. Leads cannot act on their own account, but another lead can. */
  isReader: boolean;
}

export function TeamRow({ supporter, isReader }: Props) {
  const say = useTranslations("settings.team");
  const { status, leadsSupport, sessions } = supporter;
  const trigger = useMenuTrigger(supporter);
  return (
    <Row>
      <NameCell person={supporter} isReader={isReader} />
      <RoleCell person={supporter} role={say(leadsSupport ? "lead" : "supporter")} />
      <Cell numeric hideOrder={3} card="hide">
        {sessions}
      </Cell>
      <LastSignedInCell person={supporter} />
      <Cell card={3}>
        <StatusChip status={status} />
      </Cell>
      <Cell numeric card={2}>
        {!isReader && <OnDemand load={() => import("./team-menu")} props={{ supporter }} popup="menu" trigger={trigger} />}
      </Cell>
    </Row>
  );
}
