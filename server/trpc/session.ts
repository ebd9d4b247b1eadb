import { z } from "zod";
import { locale } from "@/db/schema/companies";
import { newsPaces } from "@/server/domain/rules/news";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { choice, requiredText } from "@/server/platform/fields";
import { changePassword } from "@/server/tenancy/people/change-password";
import { endAllSessions } from "@/server/tenancy/people/end-all-sessions";
import { endSession } from "@/server/tenancy/people/end-session";
import { findToken } from "@/server/tenancy/people/find-token";
import { getProfile } from "@/server/tenancy/people/get-profile";
import { listSessions } from "@/server/tenancy/people/list-sessions";
import { personName } from "@/server/tenancy/people/person-name";
import { requestPasswordReset } from "@/server/tenancy/people/request-password-reset";
import { setPassword } from "@/server/tenancy/people/set-password";
import { updateProfile } from "@/server/tenancy/people/update-profile";
import { openProcedure, router, signedInProcedure } from "./init";
import { id } from "./input";

/** A new password. The limit is above every valid length, and has the code of the other faults of a password. */
const password = z.string().max(1_000, "invalid_password");
const token = z.string().max(200);

/** A person's own session and profile, and the ways to sign in. */
export const sessionRouter = router({
  me: signedInProcedure.query(({ ctx }) => getProfile(ctx.db, ctx.person)),
  updateProfile: signedInProcedure
    .input(
      z.object({
        name: personName.optional(),
        locale: choice("invalid_locale", locale.enumValues).optional(),
        singleKeyShortcuts: z.boolean().optional(),
        newsPace: z.enum(newsPaces).optional(),
      }),
    )
    .mutation(({ ctx, input }) => updateProfile(ctx.db, ctx.person, input)),
  changePassword: signedInProcedure
    .input(z.object({ currentPassword: z.string().max(1_000), newPassword: password }))
    .mutation(({ ctx, input }) => changePassword(ctx.db, ctx.person, { ...input, address: ctx.visitor?.address ?? UNKNOWN_ADDRESS })),
  sessions: signedInProcedure.query(({ ctx }) => listSessions(ctx.db, ctx.person)),
  endSession: signedInProcedure
    .input(z.object({ sessionId: id }))
    .mutation(({ ctx, input }) => endSession(ctx.db, ctx.person, input.sessionId)),
  endAllSessions: signedInProcedure.mutation(({ ctx }) => endAllSessions(ctx.db, ctx.person)),

  requestPasswordReset: openProcedure
    .input(z.object({ email: requiredText("invalid_email") }))
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.db, { ...input, address: ctx.visitor?.address ?? UNKNOWN_ADDRESS })),
  findToken: openProcedure.input(z.object({ token })).query(({ ctx, input }) => findToken(ctx.db, input.token)),
  setPassword: openProcedure
    .input(z.object({ token, password, name: personName.nullable() }))
    .mutation(({ ctx, input }) => setPassword(ctx.db, input)),
});
