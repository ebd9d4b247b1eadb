import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { requiredText } from "@/server/platform/fields";
import { addAuthenticator } from "@/server/tenancy/factors/add-authenticator";
import { addPasskey, beginPasskey } from "@/server/tenancy/factors/add-passkey";
import { newAuthenticator } from "@/server/tenancy/factors/authenticator";
import { listFactors } from "@/server/tenancy/factors/list-factors";
import { beginProof, proveIdentity } from "@/server/tenancy/factors/prove-identity";
import { renewRecoveryCodes } from "@/server/tenancy/factors/recovery-codes";
import { removeFactor } from "@/server/tenancy/factors/remove-factor";
import { requireProof } from "@/server/tenancy/factors/require-proof";
import { enrollingProcedure, router, secondFactorProcedure, signedInProcedure } from "./init";
import { id } from "./input";

const name = requiredText("invalid_name", { max: 60 });
const code = z.string().max(100, "wrong_code");
const base64url = z.base64url("passkey_refused").max(20_000, "passkey_refused");
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

/** Response of a browser that has created a passkey, as defined by WebAuthn. */
const registration: z.ZodType<RegistrationResponseJSON> = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** Response of a browser whose passkey has signed. */
const assertion: z.ZodType<AuthenticationResponseJSON> = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

const proof = z.union([z.object({ code }), z.object({ passkey: assertion }), z.object({ password: z.string().max(1_000) })]);

/** A person's second factors, and proofs of identity. */
export const factorsRouter = router({
  beginProof: secondFactorProcedure.mutation(({ ctx }) => beginProof(ctx.db, ctx.person)),
  prove: secondFactorProcedure
    .input(proof)
    .mutation(({ ctx, input }) => proveIdentity(ctx.db, ctx.person, input, ctx.visitor?.address ?? UNKNOWN_ADDRESS)),

  list: signedInProcedure.query(({ ctx }) => listFactors(ctx.db, ctx.person)),
  beginAuthenticator: enrollingProcedure.mutation(({ ctx }) => newAuthenticator(ctx.person.email)),
  addAuthenticator: enrollingProcedure
    .input(z.object({ name, secret: z.string().max(100), code }))
    .mutation(({ ctx, input }) => addAuthenticator(ctx.db, ctx.person, input)),
  beginPasskey: enrollingProcedure.mutation(({ ctx }) => beginPasskey(ctx.db, ctx.person)),
  addPasskey: enrollingProcedure
    .input(z.object({ name, response: registration }))
    .mutation(({ ctx, input }) => addPasskey(ctx.db, ctx.person, input)),
  remove: signedInProcedure.input(z.object({ factorId: id })).mutation(({ ctx, input }) => {
    requireProof(ctx.person);
    return removeFactor(ctx.db, ctx.person, input.factorId);
  }),
  newRecoveryCodes: signedInProcedure.mutation(({ ctx }) => {
    requireProof(ctx.person);
    return renewRecoveryCodes(ctx.db, ctx.person);
  }),
});
