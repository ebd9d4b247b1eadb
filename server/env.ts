import proxyAddress from "proxy-addr";
import { z } from "zod";
import { isId } from "./domain/id";

const wholeNumber = (least: number, most: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "is not an address like postgres://user:password@host:5432/database" });

/** An organisation whose own sign-in is believed, for one partner's people. */
const oidcProvider = z
  .strictObject({
    /** In the addresses that the organisation is told: /api/auth/callback/<id>. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: z.string().min(1),
    issuer: z.url({ protocol: /^https?$/ }).refine((url) => url.startsWith("https:") || isLoopback(new URL(url).hostname), "is not https"),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    partner_id: z.string().refine(isId),
  })
  .transform((given) => ({
    id: given.id,
    name: given.name,
    issuer: given.issuer,
    clientId: given.client_id,
    clientSecret: given.client_secret,
    partnerId: given.partner_id,
  }));

export type OidcProvider = z.infer<typeof oidcProvider>;

/** Written as JSON. What is wrong in it is not quoted: it holds secrets. */
const oidcProviders = z.string().transform((text, context): OidcProvider[] => {
  const { data, success } = z.array(oidcProvider).safeParse(parseJson(text));
  if (success && new Set(["credentials", ...data.map(({ id }) => id)]).size === data.length + 1) return data;
  context.addIssue({
    code: "custom",
    message: 'is not a list like [{"id":"club","name":"Club","issuer":"https://…","client_id":"…","client_secret":"…","partner_id":"…"}]',
  });
  return z.NEVER;
});

/** What secrets are encrypted with before they are stored. */
export interface EncryptionKey {
  /** Stored beside what it encrypted. */
  id: string;
  key: Buffer;
}

const ENCRYPTION_KEY = /^(?:([\w-]{1,40}):)?(?:([0-9a-f]{64})|([A-Za-z0-9+/]{43}=))$/i;
/** The id of a key that came without one. */
const ONLY_KEY = "1";

/** One key, or several with their ids. What is wrong in it is not quoted. */
const encryptionKeyList = list.transform((items, context): [EncryptionKey, ...EncryptionKey[]] => {
  const [first, ...others] = items.flatMap((item): EncryptionKey[] => {
    const [, id = ONLY_KEY, hex, base64] = ENCRYPTION_KEY.exec(item) ?? [];
    return hex ? [{ id, key: Buffer.from(hex, "hex") }] : base64 ? [{ id, key: Buffer.from(base64, "base64") }] : [];
  });
  if (first && others.length === items.length - 1 && new Set([first, ...others].map(({ id }) => id)).size === items.length) {
    return [first, ...others];
  }
  context.addIssue({ code: "custom", message: "is neither 32 bytes in base64 or hexadecimal, nor a list of such like id:key,id:key" });
  return z.NEVER;
});

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Everything the service can be told from outside. What has a default may be left out; an empty value counts as left out. */
const environment = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535, "is not a port from 1 to 65535").default(3000),
  /** Where people and partners reach us, if not at HOST and PORT: in links, and in the reference. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: "is not an address like https://example.org" }).optional(),
  DATABASE_URL: postgresUrl.optional(),
  /** Whoever owns the tables and migrates them, where the application itself connects as somebody of fewer rights. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: wholeNumber(1, 1_000, "is not a number from 1 to 1000").default(10),
  /** Off for a PgBouncer that is older than 1.21 and pools by transaction. */
  DATABASE_PREPARE: z.stringbool({ error: "is neither true nor false" }).default(true),
  /** Receivers of notifications on this machine, and without https: for whoever develops one. Always so with the embedded database. */
  LOOPBACK_RECEIVERS: z.stringbool({ error: "is neither true nor false" }).default(false),
  /** A page, for this machine alone, with what would be mailed if there were an SMTP_URL. Always so with the embedded database. */
  DEVELOPMENT_MAILBOX: z.stringbool({ error: "is neither true nor false" }).default(false),
  BRAND_CODES: list
    .refine((codes) => codes.length === 5 && new Set(codes).size === 5, "is not a list of exactly five different codes")
    .default(["brand_code_1", "brand_code_2", "brand_code_3", "brand_code_4", "brand_code_5"]),
  /** Requests a second that each key may make; 0 for no limit. */
  RATE_LIMIT: wholeNumber(0, 1_000_000, "is not a number from 0 to 1000000").default(200),
  /** Shares the limits among several processes. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "is not an address like redis://host:6379" }).optional(),
  /** Whose word on the client's address is believed: addresses, ranges like 10.0.0.0/8, `loopback`, or `none`. */
  TRUSTED_PROXIES: list
    .transform((items) => (items.join() === "none" ? [] : items))
    .refine(areAddresses, "is not a list of addresses and ranges")
    .optional(),
  /** What sessions are encrypted with. With the embedded database one is made and kept; with a given one it must be given. */
  AUTH_SECRET: z.string().min(32, "is shorter than 32 characters").optional(),
  /**
   * What the secrets of endpoints are encrypted with: the first of these encrypts, all decrypt. With the embedded database one is made and kept;
   * with a given one it must be given.
   */
  ENCRYPTION_KEY: encryptionKeyList.optional(),
  /** What a scheduler proves itself by that calls /api/background; without one nobody can. With the embedded database one is made and kept. */
  BACKGROUND_SECRET: z.string().min(32, "is shorter than 32 characters").optional(),
  /** Whether payments go through the simulated bank; unless told, where only this machine is served. */
  SIMULATED_BANK: z.stringbool({ error: "is neither true nor false" }).optional(),
  OIDC_PROVIDERS: oidcProviders.default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "is not an address like smtp://user:password@host:587" }).optional(),
  /** Who writes to the people of the portal, as mail programs show it. */
  MAIL_FROM: z.string().optional(),
  LOG_LEVEL: z.enum(levels, { error: `is none of ${levels.join(", ")}` }).default("info"),
});

const consistentEnvironment = environment.refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
  path: ["MAIL_FROM"],
  error: "is missing: whom do mails come from?",
});

export type GivenEnvironment = z.infer<typeof environment> & { PUBLIC_URL: string };
export type Environment = GivenEnvironment & { DATABASE_URL: string };

let cached: Environment | undefined;

/** The environment of a process that has its database. It is read at first use, so that importing a route needs none. */
export function env(): Environment {
  if (cached) return cached;
  const { DATABASE_URL, ...rest } = givenEnvironment();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is missing");
  cached = { ...rest, DATABASE_URL };
  return cached;
}

/** The embedded database's address is known only once it runs. */
export function forgetEnv(): void {
  cached = undefined;
}

/** The environment as it was given: without DATABASE_URL, the embedded database is meant. */
export function givenEnvironment(): GivenEnvironment {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()));
  const result = consistentEnvironment.safeParse(given);
  if (!result.success) throw new Error(nameProblem(result.error));
  const { data } = result;
  return { ...data, PUBLIC_URL: (data.PUBLIC_URL ?? localAddress(data)).replace(/\/+$/, "") };
}

/** What sessions are encrypted with. Only asked of a process that serves people. */
export function authSecret(): string {
  const { AUTH_SECRET } = env();
  if (!AUTH_SECRET) throw new Error("AUTH_SECRET is missing");
  return AUTH_SECRET;
}

/** The key that encrypts, then others with which something may still be encrypted. Only asked of a process that sends or makes secrets. */
export function encryptionKeys(): [EncryptionKey, ...EncryptionKey[]] {
  const { ENCRYPTION_KEY } = env();
  if (!ENCRYPTION_KEY) throw new Error("ENCRYPTION_KEY is missing");
  return ENCRYPTION_KEY;
}

/** Where this machine itself reaches the service. */
export function localAddress({ HOST, PORT }: { HOST: string; PORT: number }): string {
  // A server that listens on every address is reached at any of them.
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

/**
 * Whether only this machine is served, which demo data and other relaxations depend on: nobody else can connect, and no proxy on this machine,
 * whose requests look like its own, passes others' on under another name.
 */
export function isForThisMachine({ HOST, PUBLIC_URL }: Pick<GivenEnvironment, "HOST" | "PUBLIC_URL">): boolean {
  return isLoopback(HOST) && isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Only this machine is reached at it. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function areAddresses(addresses: string[]): boolean {
  try {
    proxyAddress.compile(addresses);
    return true;
  } catch {
    return false;
  }
}

/** One line that names the variable but not its value, which may hold a password. */
function nameProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".")} ${issue?.message}`;
}
