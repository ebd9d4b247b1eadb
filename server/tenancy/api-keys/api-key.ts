import type { ApiKey } from "@/db/schema/api-keys";

/** A key as its partner's administrators see it: what it is for and whether it is used, nothing that lets anybody in. */
export interface ListedApiKey
  extends Pick<
    ApiKey,
    "id" | "name" | "hint" | "createdAt" | "lastUsedAt" | "lastUsedFrom" | "scopes" | "addresses" | "endsAt" | "expiresAt" | "revokedAt"
  > {
  /** Null: created by the operator. */
  createdByName: string | null;
}

/** A key that was just made: the only time that it can be seen. */
export interface NewApiKey {
  id: string;
  key: string;
}

/** For how many hours a key that was rolled still works. */
export const overlapHours = [0, 1, 24, 72] as const;
export type OverlapHours = (typeof overlapHours)[number];
