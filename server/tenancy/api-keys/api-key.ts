import type { ApiKey } from "@/db/schema/api-keys";

/** A key as its partner's administrators see it: its name, limits and use, but nothing that lets anybody sign in. */
export interface ListedApiKey
  extends Pick<
    ApiKey,
    "id" | "name" | "hint" | "createdAt" | "lastUsedAt" | "lastUsedFrom" | "scopes" | "addresses" | "endsAt" | "expiresAt" | "revokedAt"
  > {
  /** Null: created by the operator. */
  createdByName: string | null;
}

/** A new key. This is the only time that it is shown. */
export interface NewApiKey {
  id: string;
  key: string;
}

/** Choices of the time, in hours, for which a rolled key still works. */
export const overlapHours = [0, 1, 24, 72] as const;
export type OverlapHours = (typeof overlapHours)[number];
