import { type GivenEnvironment, isForThisMachine, isLoopback, type Unencrypted } from "@/server/env";

/** Checks the variables that a serving process needs. Throws a one-line error that names the variable. */
export function checkServiceEnvironment(given: GivenEnvironment): void {
  checkSecrets(given);
  checkSharedSecretsDiffer(given);
  checkDatabase(given);
  if (isForThisMachine(given)) return;
  refuseLocalSettings(given);
  checkReachableService(given);
}

function checkSecrets({ BACKGROUND_SECRET, METRICS_SECRET, AUTH_SECRET = [], ENCRYPTION_KEY }: GivenEnvironment): void {
  requireVaried("BACKGROUND_SECRET", BACKGROUND_SECRET);
  requireVaried("METRICS_SECRET", METRICS_SECRET);
  for (const secret of AUTH_SECRET) requireVaried("AUTH_SECRET", secret);
  for (const { key } of ENCRYPTION_KEY ?? []) requireVaried("ENCRYPTION_KEY", key);
}

/**
 * Minimum number of different characters in a secret, and of different bytes in a key. Only one random secret in many millions has fewer.
 */
const MIN_DIFFERENT_SYMBOLS = 8;

function requireVaried(name: string, secret: string | Buffer | undefined): void {
  if (!secret || secret.length === 0) return;
  const symbols = new Set<string | number>(secret);
  if (symbols.size >= MIN_DIFFERENT_SYMBOLS) return;
  throw new Error(`${name} repeats itself, so it can be guessed. Make a new secret with: openssl rand -hex 32`);
}

/**
 * Requires BACKGROUND_SECRET and METRICS_SECRET to differ from each other, from AUTH_SECRET and ENCRYPTION_KEY, from the client
 * secrets in OIDC_PROVIDERS, and from the passwords in `urlsWithPassword`. Both are shared with other programs, which must not be able to
 * use them for anything else.
 */
function checkSharedSecretsDiffer(given: GivenEnvironment): void {
  const { BACKGROUND_SECRET, METRICS_SECRET, AUTH_SECRET = [], ENCRYPTION_KEY = [], OIDC_PROVIDERS } = given;
  const others: [string, string | Buffer | undefined][] = [
    ...AUTH_SECRET.map((secret): [string, string] => ["AUTH_SECRET", secret]),
    ...ENCRYPTION_KEY.map(({ key }): [string, Buffer] => ["ENCRYPTION_KEY", key]),
    ...OIDC_PROVIDERS.map(({ clientSecret }): [string, string] => ["OIDC_PROVIDERS", clientSecret]),
    ...urlsWithPassword.map((name): [string, string | undefined] => [name, given[name] && passwordIn(given[name])]),
  ];
  requireDifferent("BACKGROUND_SECRET", BACKGROUND_SECRET, [["METRICS_SECRET", METRICS_SECRET], ...others]);
  requireDifferent("METRICS_SECRET", METRICS_SECRET, others);
}

const urlsWithPassword = ["DATABASE_URL", "DATABASE_REPLICA_URL", "MIGRATION_DATABASE_URL", "REDIS_URL", "SMTP_URL"] as const;

/** Returns the password as it is used, or as written if its percent encoding is wrong. */
function passwordIn(url: string): string {
  const { password } = new URL(url);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/**
 * Whether both are the same secret. A text is the same as a key if it is the key's hexadecimal or base64 form; Node reads both alphabets of
 * base64.
 */
function isSame(secret: string, other: string | Buffer | undefined): boolean {
  if (!Buffer.isBuffer(other)) return other === secret;
  return (["hex", "base64"] as const).some((encoding) => Buffer.from(secret, encoding).equals(other));
}

function requireDifferent(name: string, secret: string | undefined, others: [string, string | Buffer | undefined][]): void {
  const same = secret && others.find(([, other]) => isSame(secret, other));
  if (!same) return;
  const [other] = same;
  throw new Error(
    `${name} and ${other} contain the same secret: a client that is given ${name} could use it for ${other}. Make a new secret with: openssl rand -hex 32`,
  );
}

function checkDatabase(given: GivenEnvironment): void {
  const { DATABASE_URL, DATABASE_REPLICA_URL, MIGRATION_DATABASE_URL, isPublicUrlGiven } = given;
  if (!DATABASE_URL) return;
  const missing = (["AUTH_SECRET", "ENCRYPTION_KEY"] as const).find((name) => !given[name]);
  if (missing) {
    throw new Error(
      `${missing} is missing: with DATABASE_URL it must be given, the same to every process. Make a new secret with: openssl rand -hex 32`,
    );
  }
  // Without PUBLIC_URL, and with a loopback address in HOST, the service would count as one for this machine only. The checks of a reachable
  // one would be skipped, and behind a proxy everybody could sign in as the demo's people and read the mailbox.
  if (!isPublicUrlGiven) throw new Error("PUBLIC_URL is missing: with DATABASE_URL, say where people and partners reach the service");
  for (const [name, url] of Object.entries({ DATABASE_URL, DATABASE_REPLICA_URL, MIGRATION_DATABASE_URL })) {
    if (url && !isProtected(url)) requireEncryption(given, "postgres", `${name} leads over the network: add ?sslmode=verify-full`);
  }
}

/** Whether the connection is safe from eavesdroppers: it stays on this machine, or is encrypted. */
function isProtected(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  return isLocal(hostname) || ["require", "verify-ca", "verify-full"].includes(searchParams.get("sslmode") ?? "");
}

/** Whether the host is this machine or the path of a socket. If an address names no host, the driver connects to PGHOST. */
function isLocal(hostname: string): boolean {
  const host = hostname || process.env.PGHOST || "localhost";
  return /^(?:\/|%2F)/i.test(host) || isLoopback(host);
}

/** Settings for a service that only this machine reaches, with the reason to refuse them elsewhere. */
const localSettings = {
  LOOPBACK_RECEIVERS: "partners could register addresses on this machine and make the service call them",
  DEVELOPMENT_MAILBOX: "others could read everybody's mails in it",
  SIMULATED_BANK: "others could settle invoices there without paying. Sandboxes use it without this setting",
} as const;

function refuseLocalSettings(given: GivenEnvironment): void {
  for (const [name, reason] of Object.entries(localSettings)) {
    if (given[name as keyof typeof localSettings]) throw new Error(`${name} is for a service that only this machine reaches: ${reason}`);
  }
}

/** Checks the variables of a service that other machines can reach. */
function checkReachableService(given: GivenEnvironment): void {
  const { HOST, PUBLIC_URL, SMTP_URL, TRUSTED_PROXIES } = given;
  const isHttps = new URL(PUBLIC_URL).protocol === "https:";
  // If a proxy terminates https, all clients seem to have its address: one client who fails to sign in often enough would lock out
  // everybody.
  if (isHttps && !TRUSTED_PROXIES) {
    throw new Error(
      "TRUSTED_PROXIES is missing: with https in PUBLIC_URL, give the address of the proxy that terminates it, or the word none",
    );
  }
  if (!isHttps) {
    requireEncryption(
      given,
      "http",
      `PUBLIC_URL is ${PUBLIC_URL}: others could read passwords and invoices on the way. Give an https address`,
    );
  }
  // Without mail, people can neither reset a password nor accept an invitation.
  if (!SMTP_URL) {
    const reachable = `with HOST ${HOST} and PUBLIC_URL ${PUBLIC_URL}, others reach the service`;
    throw new Error(`SMTP_URL is missing: ${reachable}, so it must be able to send mails to the people who use it`);
  }
}

function requireEncryption({ UNENCRYPTED }: GivenEnvironment, what: Unencrypted, problem: string): void {
  if (!UNENCRYPTED.includes(what)) throw new Error(`${problem}, or accept the risk: UNENCRYPTED=${what}`);
}
