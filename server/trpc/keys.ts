import { z } from "zod";
import { keyScopes } from "@/server/domain/rules/key-scopes";
import { requiredText } from "@/server/platform/fields";
import { overlapHours } from "@/server/tenancy/api-keys/api-key";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { limitsOf, newKeyLimits } from "@/server/tenancy/api-keys/key-limits";
import { listApiKeys } from "@/server/tenancy/api-keys/list-api-keys";
import { getQueryRule, setQueryRule } from "@/server/tenancy/api-keys/query-rule";
import { revokeOwnApiKey } from "@/server/tenancy/api-keys/revoke-own-api-key";
import { rollApiKey } from "@/server/tenancy/api-keys/roll-api-key";
import { listRequests } from "@/server/tenancy/api-requests/list-requests";
import { administratorProcedure, provedAdministratorProcedure, router } from "./init";
import { id, partOfName } from "./input";

const ofKey = z.object({ keyId: id });

const requestsWanted = z.object({
  refused: z.boolean().default(false),
  requestId: partOfName.nullish(),
  before: z.int().min(1).nullish(),
  pageSize: z.int().min(1).max(100).default(50),
});

/** API keys, with which a partner's systems sign in. */
export const keysRouter = router({
  list: administratorProcedure.query(({ ctx }) => listApiKeys(ctx.db, ctx.actor)),
  create: provedAdministratorProcedure
    .input(newKeyLimits.partial().extend({ name: requiredText("invalid_name") }))
    .mutation(({ ctx, input: { name, scopes = [...keyScopes], addresses = [], days = null } }) => {
      const limits = limitsOf({ scopes, addresses, days });
      return createApiKey(ctx.db, ctx.actor.partnerId, { name, ...limits, createdBy: ctx.person.id });
    }),
  roll: provedAdministratorProcedure
    .input(ofKey.extend({ overlapHours: z.literal(overlapHours) }))
    .mutation(({ ctx, input }) => rollApiKey(ctx.db, ctx.actor, input.keyId, input.overlapHours)),
  requests: administratorProcedure.input(requestsWanted).query(({ ctx, input }) => listRequests(ctx.db, ctx.actor, input)),
  queryRule: administratorProcedure.query(({ ctx }) => getQueryRule(ctx.db, ctx.actor)),
  setQueryRule: provedAdministratorProcedure
    .input(z.object({ inHeaderOnly: z.boolean() }))
    .mutation(({ ctx, input }) => setQueryRule(ctx.db, ctx.actor, input)),
  revoke: provedAdministratorProcedure.input(ofKey).mutation(({ ctx, input }) => revokeOwnApiKey(ctx.db, ctx.actor, input.keyId)),
});
