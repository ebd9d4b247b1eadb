import { and, desc, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { type ApiRequest, apiRequests } from "@/db/schema/api-requests";
import type { Actor } from "@/server/actor";

export interface RequestsWanted {
  /** Only refused and failed requests. */
  refused?: boolean;
  /** Only requests with this `X-Request-Id`. A client that sends ids may send the same id several times. */
  requestId?: string | null;
  /** Only requests before the one with this id, which is the last of the previous page. */
  before?: number | null;
  /** From 1 to 100. */
  pageSize: number;
}

export interface ListedRequest extends Omit<ApiRequest, "partnerId"> {
  keyName: string | null;
}

export interface RequestsPage {
  entries: ListedRequest[];
  /** Pass as `before` for the next page; null on the last page. */
  next: number | null;
}

const { partnerId: _partner, ...columns } = getTableColumns(apiRequests);

/** Returns the requests of the partner's systems in the last 30 days, newest first. */
export async function listRequests(
  db: Database,
  { partnerId }: Actor,
  { refused = false, requestId, before, pageSize }: RequestsWanted,
): Promise<RequestsPage> {
  const found = await db
    .select({ ...columns, keyName: apiKeys.name })
    .from(apiRequests)
    .leftJoin(apiKeys, and(eq(apiKeys.partnerId, apiRequests.partnerId), eq(apiKeys.id, apiRequests.keyId)))
    .where(
      and(
        eq(apiRequests.partnerId, partnerId),
        gte(apiRequests.answeredAt, sql`now() - interval '30 days'`),
        refused ? gte(apiRequests.status, sql`400`) : undefined,
        requestId ? eq(apiRequests.requestId, requestId) : undefined,
        before ? lt(apiRequests.id, before) : undefined,
      ),
    )
    .orderBy(desc(apiRequests.id))
    .limit(pageSize + 1);
  const entries = found.slice(0, pageSize);
  return { entries, next: found.length > pageSize ? (entries.at(-1)?.id ?? null) : null };
}
