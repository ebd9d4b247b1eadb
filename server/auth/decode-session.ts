import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { authSecrets } from "@/server/env";

/** Decrypts a session's cookie with any of the secrets in AUTH_SECRET. Throws if the service did not make it, or if it is too old. */
export async function decodeSession({ token, salt }: Pick<JWTDecodeParams, "token" | "salt">): Promise<JWT | null> {
  const attempts = authSecrets().map((secret) => decode({ token, salt, secret }));
  return Promise.any(attempts).catch((error: unknown) => {
    // All attempts failed. The first error is the newest secret's.
    throw error instanceof AggregateError ? error.errors[0] : error;
  });
}
