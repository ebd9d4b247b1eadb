import { z } from "zod";
import { endpointPacing } from "@/db/schema/notifications";
import { countAttemptsPerHour } from "@/server/notifications/count-attempts-per-hour";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { deleteEndpoint } from "@/server/notifications/delete-endpoint";
import { deliveryStates } from "@/server/notifications/delivery";
import { getDelivery } from "@/server/notifications/get-delivery";
import { getEndpoint } from "@/server/notifications/get-endpoint";
import { listDeliveries } from "@/server/notifications/list-deliveries";
import { listEndpoints } from "@/server/notifications/list-endpoints";
import { listTroubledEndpoints } from "@/server/notifications/list-troubled-endpoints";
import { resendDelivery } from "@/server/notifications/resend-delivery";
import { resendFailedSince } from "@/server/notifications/resend-failed-since";
import { rotateEndpointSecret } from "@/server/notifications/rotate-endpoint-secret";
import { sendTest } from "@/server/notifications/send-test";
import { pauseEndpoint, resumeEndpoint } from "@/server/notifications/set-endpoint-enabled";
import { updateEndpoint } from "@/server/notifications/update-endpoint";
import { choice, optionalText, requiredText } from "@/server/platform/fields";
import { administratorProcedure, provedAdministratorProcedure, router } from "./init";
import { id, moment } from "./input";

const ofEndpoint = z.object({ endpointId: id });
const ofDelivery = z.object({ deliveryId: id });

const endpointFields = z.object({
  url: requiredText("invalid_url", { max: 2_000 }).transform((url) => url.trim()),
  pacing: choice("invalid_request", endpointPacing.enumValues),
  description: optionalText("invalid_description").transform((description) => description?.trim() ?? ""),
  /** Absent from pages that were loaded before the field existed: the setting stays. */
  namesMandates: z.boolean().optional(),
});

const deliveriesWanted = ofEndpoint.extend({
  states: z.array(z.enum(deliveryStates)).max(deliveryStates.length).default([]),
  before: id.nullish(),
  pageSize: z.int().min(1).max(100).default(50),
});

/** A partner's addresses for notifications, and the outcome of deliveries. */
export const endpointsRouter = router({
  list: administratorProcedure.query(({ ctx }) => listEndpoints(ctx.db, ctx.actor)),
  troubled: administratorProcedure.query(({ ctx }) => listTroubledEndpoints(ctx.db, ctx.actor)),
  get: administratorProcedure.input(ofEndpoint).query(({ ctx, input }) => getEndpoint(ctx.db, ctx.actor, input.endpointId)),
  create: provedAdministratorProcedure.input(endpointFields).mutation(({ ctx, input }) => createEndpoint(ctx.db, ctx.actor, input)),
  update: provedAdministratorProcedure
    .input(ofEndpoint.extend(endpointFields.shape))
    .mutation(({ ctx, input: { endpointId, ...update } }) => updateEndpoint(ctx.db, ctx.actor, endpointId, update)),
  pause: administratorProcedure.input(ofEndpoint).mutation(({ ctx, input }) => pauseEndpoint(ctx.db, ctx.actor, input.endpointId)),
  resume: administratorProcedure.input(ofEndpoint).mutation(({ ctx, input }) => resumeEndpoint(ctx.db, ctx.actor, input.endpointId)),
  rotateSecret: provedAdministratorProcedure
    .input(ofEndpoint)
    .mutation(({ ctx, input }) => rotateEndpointSecret(ctx.db, ctx.actor, input.endpointId)),
  delete: provedAdministratorProcedure.input(ofEndpoint).mutation(({ ctx, input }) => deleteEndpoint(ctx.db, ctx.actor, input.endpointId)),
  sendTest: administratorProcedure.input(ofEndpoint).mutation(({ ctx, input }) => sendTest(ctx.db, ctx.actor, input.endpointId)),
  deliveries: administratorProcedure.input(deliveriesWanted).query(({ ctx, input }) => listDeliveries(ctx.db, ctx.actor, input)),
  delivery: administratorProcedure.input(ofDelivery).query(({ ctx, input }) => getDelivery(ctx.db, ctx.actor, input.deliveryId)),
  resend: administratorProcedure.input(ofDelivery).mutation(({ ctx, input }) => resendDelivery(ctx.db, ctx.actor, input.deliveryId)),
  resendFailedSince: administratorProcedure
    .input(ofEndpoint.extend({ since: moment }))
    .mutation(({ ctx, input }) => resendFailedSince(ctx.db, ctx.actor, input.endpointId, input.since)),
  attemptsPerHour: administratorProcedure
    .input(ofEndpoint)
    .query(({ ctx, input }) => countAttemptsPerHour(ctx.db, ctx.actor, input.endpointId)),
});
