import { Secret, TOTP } from "otpauth";

const ISSUER = "Invoice Collection Service";
/** Length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Number of steps of 30 s by which a phone's clock may be off, either way. */
const STEPS_OFF = 1;

/** Secret of an authenticator app, to type in, or to scan as a picture of `address`. */
export interface NewAuthenticator {
  /** In base32. */
  secret: string;
  /** `otpauth://…` */
  address: string;
}

/** Creates a secret for an authenticator app. Nothing is stored until a code proves that the app has it. */
export function newAuthenticator(email: string): NewAuthenticator {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, address: totp(secret, email).toString() };
}

/** Whether the text has the form of a secret by `newAuthenticator`. */
export function isAuthenticatorSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

/** Returns the time step of a code. Null: the code is not valid now, or its step is not after `takenStep`, the step of the last code used. */
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
