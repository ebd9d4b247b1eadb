import { availableParallelism } from "node:os";
import proxyAddress from "proxy-addr";
import { z } from "zod";
import { PARTNER_ID_PATTERN } from "./domain/formats/id";
import { parseJson } from "./domain/formats/parse-json";

const wholeNumber = (least: number, most: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const AUTH_SECRET_LENGTH = 32;
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "is not an address like postgres://user:password@host:5432/database" });

/** An organisation whose sign-in the service trusts, for one partner's people. */
const oidcProvider = z
  .strictObject({
    /** Part of the address to register with the organisation: /api/auth/callback/<id>. */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: z.string().min(1),
    issuer: z.url({ protocol: /^https?$/ }).refine((url) => url.startsWith("https:") || isLoopback(new URL(url).hostname), "is not https"),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    partner_id: z.string().regex(new RegExp(PARTNER_ID_PATTERN)),
    /** Whether the partner's people can sign in only through the organisation. */
    required: z.boolean().default(false),
  })
  .transform((given) => ({
    id: given.id,
    name: given.name,
    issuer: given.issuer,
    clientId: given.client_id,
    clientSecret: given.client_secret,
    partnerId: given.partner_id,
    required: given.required,
  }));

/** Id under which NextAuth signs people in with a password. No organisation can have it. */
const PASSWORD_PROVIDER = "credentials";

export type OidcProvider = z.infer<typeof oidcProvider>;

/** Organisations, written as JSON. Errors do not quote the value, because it contains secrets. */
const oidcProviders = z.string().transform((text, context): OidcProvider[] => {
  const { data, success } = z.array(oidcProvider).safeParse(parseJson(text));
  if (success && areDistinct([PASSWORD_PROVIDER, ...data.map(({ id }) => id)])) return data;
  context.addIssue({
    code: "custom",
    message: 'is not a list like [{"id":"club","name":"Club","issuer":"https://…","client_id":"…","client_secret":"…","partner_id":"…"}]',
  });
  return z.NEVER;
});

/** Key that encrypts secrets before they are stored. */
export interface EncryptionKey {
  /** Stored together with what the key encrypted. */
  id: string;
  key: Buffer;
}

const ENCRYPTION_KEY = /^(?:([\w-]{1,40}):)?(?:([0-9a-f]{64})|([A-Za-z0-9+/]{43}=))$/i;
/** Id of a key that was configured without one. */
const DEFAULT_KEY_ID = "1";

/** One key, or several with their ids. Errors do not quote the keys. */
const encryptionKeyList = list.transform((items, context): [EncryptionKey, ...EncryptionKey[]] => {
  const [first, ...others] = items.flatMap((item): EncryptionKey[] => {
    const [, id = DEFAULT_KEY_ID, hex, base64] = ENCRYPTION_KEY.exec(item) ?? [];
    if (hex) return [{ id, key: Buffer.from(hex, "hex") }];
    return base64 ? [{ id, key: Buffer.from(base64, "base64") }] : [];
  });
  const isEachValid = others.length === items.length - 1;
  if (first && isEachValid && areDistinct([first, ...others].map(({ id }) => id))) return [first, ...others];
  context.addIssue({ code: "custom", message: "is neither 32 bytes in base64 or hexadecimal, nor a list of such like id:key,id:key" });
  return z.NEVER;
});

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const unencrypted = ["http", "smtp", "postgres"] as const;
/** A kind of traffic that the operator can allow to go over the network unencrypted. */
export type Unencrypted = (typeof unencrypted)[number];

const flag = () => z.stringbool({ error: "is neither true nor false" });

/**
 * All environment variables of the service. An empty value counts as missing. `meta` documents each variable; its `shownDefault` describes
 * a default that is not a plain value. `docs/configuration.md` and `.env.example` are generated from this.
 */
const environment = z.object({
  HOST: z.string().default("127.0.0.1").meta({ description: "The address to listen on." }),
  PORT: wholeNumber(1, 65_535, "is not a port from 1 to 65535").default(3000).meta({ description: "The port to listen on." }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "is not an address like https://example.org" })
    .optional()
    .meta({
      shownDefault: "from `HOST` and `PORT`",
      description: "The service's address for people and partners, used in links and in the reference. Required with `DATABASE_URL`.",
    }),
  DATABASE_URL: postgresUrl.optional().meta({
    shownDefault: "the embedded Postgres, in `.data/`",
    description: "Postgres 14 or later. On another machine, with `?sslmode=verify-full`.",
  }),
  MIGRATION_DATABASE_URL: postgresUrl.optional().meta({
    shownDefault: "`DATABASE_URL`",
    description:
      "A connection as the owner of the tables, for migrations, so that the application's role need not be able to alter lines and changes. Must lead to Postgres itself, not to a pooler.",
  }),
  DATABASE_REPLICA_URL: postgresUrl.optional().meta({
    shownDefault: "none",
    description:
      "A standby of that database, or a pooler in front of several. On another machine, with `?sslmode=verify-full`. The portal reads there once the standby has caught up.",
  }),
  DATABASE_POOL: wholeNumber(1, 1_000, "is not a number from 1 to 1000").default(10).meta({
    description:
      "Connections of each process for requests. Look-ups by id have two more, or as many again behind a pooler (`DATABASE_POOLED`), reads from `DATABASE_REPLICA_URL` as many again, and background work 13 separate ones.",
  }),
  DATABASE_POOLED: flag().default(false).meta({
    shownDefault: "`true` if `DATABASE_PREPARE` is `false`",
    description:
      "`true` behind a pooler in transaction mode, such as PgBouncer: each connection then carries only one statement at a time.",
  }),
  DATABASE_PREPARE: flag().default(true).meta({ description: "`false` behind a PgBouncer before 1.21 in transaction mode." }),
  PROCESSES: wholeNumber(1, 64, "is not a number from 1 to 64")
    .default(Math.max(1, Math.floor(availableParallelism() / 2)))
    .meta({
      shownDefault: "half of the machine's cores, at least 1",
      description:
        "The number of processes that answer the interface, and of those that render pages. One more runs background work, and another one supervises all of them.",
    }),
  DRAIN_SECONDS: wholeNumber(0, 60, "is not a number from 0 to 60").default(0).meta({
    description:
      "The time after SIGTERM in which `/api/ready` answers 503 and requests are still served: longer than a balancer needs to take the process out, so that no request is refused. The process ends within 10 s after that.",
  }),
  BRAND_CODES: list
    .refine((codes) => codes.length === 5 && new Set(codes).size === 5, "is not a list of exactly five different codes")
    .default(["brand_code_1", "brand_code_2", "brand_code_3", "brand_code_4", "brand_code_5"])
    .meta({ shownDefault: "`brand_code_1` … `brand_code_5`", description: "Five brand codes, separated by commas." }),
  RATE_LIMIT_PER_ADDRESS: wholeNumber(0, 1_000_000, "is not a number from 0 to 1000000").default(100).meta({
    description:
      "Requests per second and client address, over 10 s, except for the interface and for scripts and styles that are sent with Brotli. 0 for no limit. Plain `next start` has no such limit.",
  }),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000, "is not a number from 0 to 1000000").default(1_000).meta({
    description:
      "Open connections per client address, to each process that answers the interface. Connections of `TRUSTED_PROXIES` do not count. 0 for no limit.",
  }),
  RATE_LIMIT: wholeNumber(0, 1_000_000, "is not a number from 0 to 1000000")
    .default(200)
    .meta({ description: "Requests a second per API key, in bursts of twice that. 0 for no limit." }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "is not an address like redis://host:6379" })
    .optional()
    .meta({ description: "A Redis that counts limits across all processes. Without it, each start of the service counts separately." }),
  TRUSTED_PROXIES: list
    .transform((items) => (items.join() === "none" ? [] : items))
    .refine(areAddresses, "is not a list of addresses and ranges")
    .optional()
    .meta({
      shownDefault: "`none`",
      description:
        "Proxies whose `X-Forwarded-For` is trusted: addresses, ranges like `10.0.0.0/8`, `loopback`, or `none`. Required when `PUBLIC_URL` is https, because otherwise all clients would count as the proxy. Plain `next start` cannot see the connecting address, so all clients count as one there, unless the list has `host`, which states that only a proxy can reach the port.",
    }),
  AUTH_SECRET: z.string().min(AUTH_SECRET_LENGTH, `is shorter than ${AUTH_SECRET_LENGTH} characters`).transform(secretsIn).optional().meta({
    shownDefault: "created once, in `.data/auth-secret`",
    description:
      "Encrypts sessions; 32 characters or more. Several, separated by commas: the first encrypts, all decrypt. Required with `DATABASE_URL`, the same for every process.",
  }),
  ENCRYPTION_KEY: encryptionKeyList.optional().meta({
    shownDefault: "created once, in `.data/encryption-key`",
    description:
      "Encrypts endpoints' secrets and customers' links in the database: 32 bytes in hexadecimal or base64. Several as `id:key,id:key`: the first encrypts, all decrypt; a key without an id is `1`. Required with `DATABASE_URL`, the same for every process.",
  }),
  BACKGROUND_SECRET: z.string().min(32, "is shorter than 32 characters").optional().meta({
    shownDefault: "created once, in `.data/`",
    description:
      "The secret for `POST /api/background/…`, as `Authorization: Bearer …`. Without it, these addresses are closed. 32 characters or more.",
  }),
  METRICS_SECRET: z.string().min(32, "is shorter than 32 characters").optional().meta({
    shownDefault: "created once, in `.data/`",
    description:
      "The secret for `GET /api/metrics` and for the details of `GET /api/ready`, as `Authorization: Bearer …`. Without it, both are closed. 32 characters or more.",
  }),
  SECURITY_CONTACT: z
    .url({ protocol: /^(?:https|mailto)$/, error: "is not an address like mailto:security@example.org or https://example.org/security" })
    .optional()
    .meta({
      description:
        "The contact for reports of vulnerabilities, shown in `/.well-known/security.txt`. Without it, that file does not exist.",
    }),
  SIMULATED_BANK: flag().optional().meta({
    shownDefault: "`true` where only this machine is served",
    description:
      "Whether the payments of all partners go through the simulated bank, where no money moves. Refused where others can reach the service. Payments of sandboxes always go through it.",
  }),
  OIDC_PROVIDERS: oidcProviders.default([]).meta({
    shownDefault: "none",
    description:
      'Organisations whose own sign-in is accepted, each for one partner\'s people: `[{"id":"league","name":"League","issuer":"https://…","client_id":"…","client_secret":"…","partner_id":"…"}]`. Each redirects to `PUBLIC_URL/api/auth/callback/<id>`, and may end sessions at `PUBLIC_URL/api/auth/backchannel-logout/<id>`. With `"required":true` its partner\'s people cannot sign in any other way.',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "is not an address like smtp://user:password@host:587" })
    .optional()
    .meta({
      description:
        "The mail server, `smtp://` (with STARTTLS, unless on this machine) or `smtps://`. Required unless `HOST` and `PUBLIC_URL` name this machine only.",
    }),
  MAIL_FROM: z
    .string()
    .optional()
    .meta({ description: "The sender of mails; mails to customers have this address with the company's name. Required with `SMTP_URL`." }),
  SERVICE_NAME: z.string().trim().min(1).optional().meta({
    description:
      "Name of the organisation that runs the service. Messages to customers and their pages say that it sends on behalf of the company, and other mails end with it.",
  }),
  STATEMENT_FOLDER: z.string().optional().meta({
    description:
      "A folder that is checked every 15 s for banks' statement files: files in `<partner id>/` are stored for that partner, then moved to its subfolder `taken` or `refused`.",
  }),
  UNENCRYPTED: list
    .pipe(z.array(z.enum(unencrypted, { error: `is not a list of ${unencrypted.join(", ")}` })))
    .default([])
    .meta({
      shownDefault: "none",
      description:
        "Permits unencrypted connections, which others on the network can read: `http` (passwords and invoices, with a `PUBLIC_URL` that is not https), `smtp` (mails, with a mail server that has no TLS), `postgres` (everything, with a database on another machine and no `sslmode`). Separated by commas.",
    }),
  LOOPBACK_RECEIVERS: flag().default(false).meta({
    description:
      "Allows receivers of notifications on this machine, over http. Refused where others can reach the service. Always on with the embedded database.",
  }),
  DEVELOPMENT_MAILBOX: flag().default(false).meta({
    description:
      "Shows unsent mails on `/mailbox` if there is no `SMTP_URL`. Refused where others can reach the service. Always on with the embedded database.",
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "is not an address like http://collector:4318" })
    .optional()
    .meta({
      description:
        "The address to which traces and metrics are sent by OTLP over HTTP; without it, none are sent. OpenTelemetry's other variables apply as well: `OTEL_SERVICE_NAME`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`.",
    }),
  LOG_LEVEL: z
    .enum(levels, { error: `is not one of ${levels.join(", ")}` })
    .default("info")
    .meta({ description: `One of ${levels.map((level) => `\`${level}\``).join(", ")}.` }),
});

/** An environment variable as shown in the documents. */
export interface DocumentedVariable {
  name: string;
  /** In Markdown; empty if there is no default. */
  shownDefault: string;
  /** Value in `.env.example`; empty if there is no plain default. */
  plainDefault: string;
  description: string;
}

export function documentedVariables(): DocumentedVariable[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const { description = "", shownDefault } = z
      .object({ description: z.string(), shownDefault: z.string().optional() })
      .partial()
      .parse(schema.meta());
    const plainDefault = shownDefault === undefined && schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : "";
    return { name, plainDefault, shownDefault: shownDefault ?? (plainDefault && `\`${plainDefault}\``), description };
  });
}

const consistentEnvironment = environment.refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
  path: ["MAIL_FROM"],
  error: "is missing: who sends the mails?",
});

export type GivenEnvironment = z.infer<typeof environment> & { PUBLIC_URL: string; isPublicUrlGiven: boolean };
export type Environment = GivenEnvironment & { DATABASE_URL: string };

let cached: Environment | undefined;

/**
 * Returns the environment of a process that has its database. Reads the variables at the first call, so that importing a route needs none.
 */
export function env(): Environment {
  if (cached) return cached;
  const { DATABASE_URL, ...rest } = givenEnvironment();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is missing");
  cached = { ...rest, DATABASE_URL };
  return cached;
}

/** Makes the next `env()` read the variables again: the embedded database's address is known only once it runs. */
export function forgetEnv(): void {
  cached = undefined;
}

/** Returns the environment as configured. Without DATABASE_URL, the embedded database is used. */
export function givenEnvironment(): GivenEnvironment {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()));
  const result = consistentEnvironment.safeParse(given);
  if (!result.success) throw new Error(nameProblem(result.error));
  const { data } = result;
  const address = data.PUBLIC_URL ?? localAddress(data);
  return { ...data, PUBLIC_URL: address.replace(/\/+$/, ""), isPublicUrlGiven: data.PUBLIC_URL !== undefined };
}

/** Returns the secret that encrypts sessions, followed by older ones that may still be in use. Only for processes that serve people. */
export function authSecrets(): [string, ...string[]] {
  const [first, ...others] = env().AUTH_SECRET ?? [];
  if (!first) throw new Error("AUTH_SECRET is missing");
  return [first, ...others];
}

/** Returns the key that encrypts, followed by older ones that may still be in use. Only for processes that send or create secrets. */
export function encryptionKeys(): [EncryptionKey, ...EncryptionKey[]] {
  const { ENCRYPTION_KEY } = env();
  if (!ENCRYPTION_KEY) throw new Error("ENCRYPTION_KEY is missing");
  return ENCRYPTION_KEY;
}

/** Returns the address at which this machine reaches the service. */
export function localAddress({ HOST, PORT }: { HOST: string; PORT: number }): string {
  // A server that listens on all addresses can be reached at any of them.
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

/**
 * Whether the service is for this machine only: no other machine can connect, and PUBLIC_URL names no other host. Demo data and other
 * relaxations depend on it. PUBLIC_URL matters because a proxy on this machine, whose requests look local, would forward others' requests
 * under another name.
 */
export function isForThisMachine({ HOST, PUBLIC_URL }: Pick<GivenEnvironment, "HOST" | "PUBLIC_URL">): boolean {
  return isLoopback(HOST) && isLoopback(new URL(PUBLIC_URL).hostname);
}

/** Whether the host is this machine only. Accepts the brackets around IPv6 in addresses. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Splits several secrets. A secret may itself contain commas: if a part is too short for a secret, the text is a single one. */
function secretsIn(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => part.length >= AUTH_SECRET_LENGTH) ? parts : [text];
}

function areDistinct(texts: string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Value in TRUSTED_PROXIES for a host that hides the connecting address: it states that all requests come through a proxy. */
export const HIDDEN_PROXY = "host";

function areAddresses(addresses: string[]): boolean {
  try {
    proxyAddress.compile(addresses.filter((address) => address !== HIDDEN_PROXY));
    return true;
  } catch {
    return false;
  }
}

/** Returns one line that names the variable but not its value, which may contain a password. */
function nameProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".")} ${issue?.message}`;
}
