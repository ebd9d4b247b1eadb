"use client";

import { CircleOff, Hourglass, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";
import { useMinute } from "@/components/ui/text/use-minute";
import type { ListedApiKey } from "@/server/tenancy/api-keys/api-key";

/**
 * `ended`: the end chosen when the key was created has come. `rolled`: another key has replaced this one, and both still work. `expired`:
 * it was replaced, and no longer works.
 */
export type KeyState = "works" | "rolled" | "expired" | "ended" | "revoked";

/** Returns the key's state. `endsAt`: the end chosen at its creation. `expiresAt`: the end of a rolled key; null unless it was rolled. */
export function useKeyState({ revokedAt, expiresAt, endsAt }: Pick<ListedApiKey, "revokedAt" | "expiresAt" | "endsAt">): KeyState {
  const minute = useMinute();
  if (revokedAt) return "revoked";
  if (endsAt && endsAt.getTime() <= minute) return "ended";
  if (!expiresAt) return "works";
  return expiresAt.getTime() > minute ? "rolled" : "expired";
}

export function KeyStateChip({ state }: { state: KeyState }) {
  const say = useTranslations("developers.states");
  const { tone, icon } = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {say(state)}
    </Chip>
  );
}

const looks = {
  works: { tone: "usual", icon: KeyRound },
  rolled: { tone: "inProgress", icon: Hourglass },
  ended: { tone: "off", icon: CircleOff },
  expired: { tone: "off", icon: CircleOff },
  revoked: { tone: "off", icon: CircleOff },
} as const;
