"use client";

import { useTranslations } from "next-intl";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Cell, Row } from "@/components/ui/table/table";
import type { Member } from "@/server/tenancy/people/member";
import { LastSignedInCell, NameCell, RoleCell, useMenuTrigger } from "./person-cells";
import { standingOf } from "./rights";
import { StatusChip } from "./status-chip";

interface Props {
  member: Member;
  /** Names of the partner's companies, by id. */
  names: Map<string, string>;
  isReader: boolean;
}

export function MemberRow({ member, names, isReader }: Props) {
  const sayRights = useTranslations("settings.rights");
  const trigger = useMenuTrigger(member);
  return (
    <Row>
      <NameCell person={member} isReader={isReader} />
      <RoleCell person={member} role={sayRights(`roles.${standingOf(member)}`)} />
      <Cell hideOrder={3} card="line">
        <Companies ids={member.companyIds} names={names} />
      </Cell>
      <LastSignedInCell person={member} />
      <Cell card={3}>
        <StatusChip status={member.status} />
      </Cell>
      <Cell numeric card={2}>
        <OnDemand load={() => import("./member-menu")} props={{ member, isReader }} popup="menu" trigger={trigger} />
      </Cell>
    </Row>
  );
}

/** Shows the names of up to two companies. If there are more, shows the first name, and all in the tooltip. */
function Companies({ ids, names }: { ids: Member["companyIds"]; names: Map<string, string> }) {
  const say = useTranslations("settings.members");
  if (!ids) return <span className="text-ink-muted">{say("allCompanies")}</span>;
  const known = ids.flatMap((id) => names.get(id) ?? []).sort((one, other) => one.localeCompare(other));
  const [first, second] = known;
  if (!first) return say("companyCount", { count: ids.length });
  if (known.length > 2) return <span title={known.join("\n")}>{say("companiesAndMore", { name: first, count: known.length - 1 })}</span>;
  return second ? `${first}, ${second}` : first;
}
