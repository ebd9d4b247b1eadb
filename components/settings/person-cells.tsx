import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { IconButton } from "@/components/ui/form/icon-button";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { Cell } from "@/components/ui/table/table";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { MemberStatus } from "@/server/tenancy/people/member";

// Cells of the tables of people: a partner's members, and the support team.

interface Person {
  name: string;
  email: string;
  status: MemberStatus;
  hasFactor: boolean;
  lastSignedInAt: Date | null;
}

/** The name with the address below it, or the address alone. */
export function NameCell({ person: { name, email }, isReader }: { person: Person; isReader: boolean }) {
  const say = useTranslations("settings.members");
  return (
    <Cell card={1} className="py-1.5">
      <span className="block wrap-anywhere">
        <span className="font-medium">{name || email}</span>
        {isReader && <span className="text-ink-faint"> {say("you")}</span>}
      </span>
      {name && <span className="block text-xs wrap-anywhere text-ink-muted">{email}</span>}
    </Cell>
  );
}

/** Role of the person, and whether they sign in without a second factor. */
export function RoleCell({ person: { status, hasFactor }, role }: { person: Person; role: string }) {
  const say = useTranslations("settings.members");
  return (
    <Cell card={4}>
      {role}
      {status === "active" && !hasFactor && <span className="block text-xs text-ink-faint">{say("noFactor")}</span>}
    </Cell>
  );
}

export function LastSignedInCell({ person: { lastSignedInAt } }: { person: Person }) {
  const say = useTranslations("settings.members");
  return (
    <Cell hideOrder={3} card="hide" className="text-ink-muted">
      {lastSignedInAt ? <RelativeTime at={lastSignedInAt} inRealTime /> : <span className="text-ink-faint">{say("never")}</span>}
    </Cell>
  );
}

/** Button for the menu of a person's acts, for an `OnDemand`. */
export function useMenuTrigger({ name, email }: Person): ReactElement<TriggerProps> {
  const say = useTranslations("settings.members");
  return (
    <IconButton name={say("actsOn", { name: name || email })} variant="quiet" size="sm" className="max-sm:-mr-2.5">
      <Ellipsis />
    </IconButton>
  );
}
