"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/form/icon-button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Cell, Row } from "@/components/ui/table/table";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ListedApiKey } from "@/server/tenancy/api-keys/api-key";
import { type KeyState, KeyStateChip, useKeyState } from "./key-state";

interface Props {
  apiKey: ListedApiKey;
  /** Opens the dialog that rolls or revokes the key. */
  onAsk: (to: "roll" | "revoke") => void;
}

export function KeyRow({ apiKey, onAsk }: Props) {
  const say = useTranslations("developers");
  const state = useKeyState(apiKey);
  const isAlive = state === "works" || state === "rolled";
  const { name, hint, createdAt, createdByName, lastUsedAt, lastUsedFrom } = apiKey;
  return (
    <Row className={isAlive ? undefined : "text-ink-faint"}>
      <Cell clip card={1} className="font-medium">
        <span title={name}>{name}</span>
        <Limits apiKey={apiKey} />
      </Cell>
      <Cell card={4}>
        {hint ? <code className="font-mono text-[0.92em]">{`…${hint}`}</code> : <span className="text-ink-faint">{say("noHint")}</span>}
      </Cell>
      <Cell card={3} className="py-1.5">
        <KeyStateChip state={state} />
        <Until apiKey={apiKey} state={state} />
      </Cell>
      <Cell card="line">
        {lastUsedAt ? (
          <>
            <span className="sm:hidden">{say("lastUsed")} </span>
            <RelativeTime at={lastUsedAt} inRealTime />
            {lastUsedFrom && (
              <span className="text-xs text-ink-faint max-sm:ml-1.5 sm:block">{say("usedFrom", { network: lastUsedFrom })}</span>
            )}
          </>
        ) : (
          <span className="text-ink-faint">{say("neverUsed")}</span>
        )}
      </Cell>
      <Cell hideOrder={3} card="hide" className="py-1.5">
        <FormattedDate at={createdAt} as="date" />
        <span className="block text-xs text-ink-faint">{createdByName ?? say("byOperator")}</span>
      </Cell>
      <Cell numeric card={2}>
        {isAlive && (
          <OnDemand
            load={() => import("./key-menu")}
            props={{ isRolled: state === "rolled", onAsk }}
            popup="menu"
            trigger={
              <IconButton name={say("actsOn", { name: hint ? `${name} …${hint}` : name })} variant="quiet" size="sm">
                <Ellipsis />
              </IconButton>
            }
          />
        )}
      </Cell>
    </Row>
  );
}

/** Scopes and network addresses to which the key is limited. */
function Limits({ apiKey: { scopes, addresses } }: { apiKey: ListedApiKey }) {
  const say = useTranslations("developers");
  const limits = [...(scopes?.map((scope) => say(`scopes.${scope}`)) ?? []), ...(addresses ?? [])];
  return limits.length > 0 && <span className="block truncate text-xs font-normal text-ink-muted">{limits.join(" · ")}</span>;
}

/** Time at which the key ends or ended: its revocation, otherwise the earlier of its chosen end and the end after it was rolled. */
function Until({ apiKey: { revokedAt, endsAt, expiresAt }, state }: { apiKey: ListedApiKey; state: KeyState }) {
  const say = useTranslations("developers.until");
  const ends = [endsAt, expiresAt].flatMap((end) => end?.getTime() ?? []);
  const at = revokedAt ?? (ends.length > 0 ? new Date(Math.min(...ends)) : null);
  if (!at) return null;
  return (
    <span className="block text-xs text-ink-faint">
      {say.rich(state === "rolled" || state === "works" ? "stillUntil" : "since", {
        time: () => <FormattedDate key="time" at={at} as="moment" />,
      })}
    </span>
  );
}
