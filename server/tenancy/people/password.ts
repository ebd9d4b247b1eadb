import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { DomainError } from "@/server/errors";
import { isCommonPassword } from "./common-passwords";

/** Argon2id with the least parameters that OWASP recommends. Hashing takes about 30 ms. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const LEAST_LENGTH = 12;
const MOST_LENGTH = 200;

export function hashPassword(password: string): Promise<string> {
  return hash(spell(password), parameters);
}

/** Whether this is the account's password. Does the same work if the account does not exist, or has no password. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(32).toString("hex"));
  // Awaited in any case, so that both cases take equally long.
  const otherwise = await nobodysHash;
  const matches = await verify(passwordHash ?? otherwise, spell(password));
  return passwordHash !== null && matches;
}

/** Hash of a random password, which never matches. */
let nobodysHash: Promise<string> | undefined;

/**
 * Accepts 12 to 200 characters, except the person's own name or address and common passwords. Further rules make passwords worse. Throws
 * `invalid_password`.
 */
export function checkPassword(password: string, { email, name }: { email: string; name: string }): void {
  const length = [...password].length;
  const hasWrongLength = length < LEAST_LENGTH || length > MOST_LENGTH;
  const plain = password.trim().toLowerCase();
  const ownNames = [email, email.split("@")[0], name].map((each) => each?.trim().toLowerCase());
  if (hasWrongLength || ownNames.includes(plain) || isCommonPassword(spell(plain))) throw new DomainError("invalid_password");
}

/** Normalises the text, because different machines type the same letters as different characters. */
function spell(password: string): string {
  return password.normalize("NFKC");
}
