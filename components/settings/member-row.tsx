"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Cell, Row } from "@/components/ui/table/table";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { Member } from "@/server/tenancy/people/member";
import { standingOf } from "./rights";
import { StatusChip } from "./status-chip";

interface Props {
  member: Member;
  /** Names of the partner's companies, by id. */
  names: Map<string, string>;
  isReader: boolean;
}

export function MemberRow({ member, names, isReader }: Props) {
  const say = useTranslations("settings.members");
  const sayRights = useTranslations("settings.rights");
  const { name, email, status, hasFactor, lastSignedInAt } = member;
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
        {sayRights(`roles.${standingOf(member)}`)}
        {status === "active" && !hasFactor && <span className="block text-xs text-ink-faint">{say("noFactor")}</span>}
      </Cell>
      <Cell drop={3} card="line">
        <Companies ids={member.companyIds} names={names} />
      </Cell>
      <Cell drop={3} card="hide" className="text-ink-muted">
        {lastSignedInAt ? <RelativeTime at={lastSignedInAt} isReal /> : <span className="text-ink-faint">{say("never")}</span>}
      </Cell>
      <Cell card={3}>
        <StatusChip status={status} />
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
