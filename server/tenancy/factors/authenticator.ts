import { Secret, TOTP } from "otpauth";

const ISSUER = "Invoice Collection Service";
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** A phone's clock may be this many steps of 30 s off, either way. */
const STEPS_OFF = 1;

/** A secret as authenticator apps take it: typed in, or scanned as a picture of `address`. */
export interface NewAuthenticator {
  /** In base32. */
  secret: string;
  /** `otpauth://…` */
  address: string;
}

/** Makes a secret for an authenticator app. Nothing is kept until a code proves that the app has it. */
export function newAuthenticator(email: string): NewAuthenticator {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, address: totp(secret, email).toString() };
}

/** Whether the text is a secret as we make them. */
export function isAuthenticatorSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

/** The time step that the code belongs to; null if it is none of this secret's now, or of a step that was taken already. */
export function stepOf(secret: string, code: string, takenStep: number): number | null {
  const app = totp(secret);
  const delta = app.validate({ token: code, window: STEPS_OFF });
  if (delta === null) return null;
  const step = app.counter() + delta;
  return step > takenStep ? step : null;
}

function totp(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });
}
