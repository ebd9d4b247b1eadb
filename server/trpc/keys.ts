import { z } from "zod";
import { requiredText } from "@/server/platform/fields";
import { overlapHours } from "@/server/tenancy/api-keys/api-key";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { listApiKeys } from "@/server/tenancy/api-keys/list-api-keys";
import { revokeOwnApiKey } from "@/server/tenancy/api-keys/revoke-own-api-key";
import { rollApiKey } from "@/server/tenancy/api-keys/roll-api-key";
import { administratorProcedure, provedAdministratorProcedure, router } from "./init";
import { id } from "./input";

const ofKey = z.object({ keyId: id });

/** What lets a partner's systems in. */
export const keysRouter = router({
  list: administratorProcedure.query(({ ctx }) => listApiKeys(ctx.db, ctx.actor)),
  create: provedAdministratorProcedure
    .input(z.object({ name: requiredText("invalid_name") }))
    .mutation(({ ctx, input }) => createApiKey(ctx.db, ctx.actor.partnerId, { ...input, createdBy: ctx.person.id })),
  roll: provedAdministratorProcedure
    .input(ofKey.extend({ overlapHours: z.literal(overlapHours) }))
    .mutation(({ ctx, input }) => rollApiKey(ctx.db, ctx.actor, input.keyId, input.overlapHours)),
  revoke: provedAdministratorProcedure.input(ofKey).mutation(({ ctx, input }) => revokeOwnApiKey(ctx.db, ctx.actor, input.keyId)),
});
