import proxyAddress from "proxy-addr";
import { z } from "zod";

const wholeNumber = (least: number, most: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "is not an address like postgres://user:password@host:5432/database" });

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
  BRAND_CODES: list
    .refine((codes) => codes.length === 5 && new Set(codes).size === 5, "is not a list of exactly five different codes")
    .default(["brand_code_1", "brand_code_2", "brand_code_3", "brand_code_4", "brand_code_5"]),
  /** Requests a second that each key may make; 0 for no limit. */
  RATE_LIMIT: wholeNumber(0, 1_000_000, "is not a number from 0 to 1000000").default(200),
  /** Shares the limits among several processes. */
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "is not an address like redis://host:6379" }).optional(),
  /** Whose word on the client's address is believed: addresses, ranges like 10.0.0.0/8, or `loopback`. */
  TRUSTED_PROXIES: list.refine(areAddresses, "is not a list of addresses and ranges").default([]),
  LOG_LEVEL: z.enum(levels, { error: `is none of ${levels.join(", ")}` }).default("info"),
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
  const result = environment.safeParse(given);
  if (!result.success) throw new Error(describe(result.error));
  const { data } = result;
  return { ...data, PUBLIC_URL: (data.PUBLIC_URL ?? localAddress(data)).replace(/\/+$/, "") };
}

/** Where this machine itself reaches the service. */
export function localAddress({ HOST, PORT }: { HOST: string; PORT: number }): string {
  // A server that listens on every address is reached at any of them.
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

/** Only this machine can reach it: what demo data and other relaxations depend on. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
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
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".")} ${issue?.message}`;
}
