import { afterEach, expect, test, vi } from "vitest";
import { givenEnvironment, isForThisMachine } from "./env";
import { checkServiceEnvironment } from "./process/check-environment";

afterEach(() => vi.unstubAllEnvs());

function withEnvironment(variables: Record<string, string>) {
  for (const name of [
    "DATABASE_URL",
    "AUTH_SECRET",
    "ENCRYPTION_KEY",
    "SMTP_URL",
    "MAIL_FROM",
    "HOST",
    "PUBLIC_URL",
    "OIDC_PROVIDERS",
    "TRUSTED_PROXIES",
    "UNENCRYPTED",
    "SIMULATED_BANK",
    "DATABASE_REPLICA_URL",
    "MIGRATION_DATABASE_URL",
    "BACKGROUND_SECRET",
    "METRICS_SECRET",
    "PGHOST",
  ])
    vi.stubEnv(name, "");
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return () => checkServiceEnvironment(givenEnvironment());
}

const database = {
  DATABASE_URL: "postgres://app:secret@db.example/ics?sslmode=verify-full",
  PUBLIC_URL: "http://127.0.0.1:3000",
};
const secret = { AUTH_SECRET: "for tests, and long enough for them" };
const encryption = { ENCRYPTION_KEY: "0123456789abcdef".repeat(4) };
const mail = { SMTP_URL: "smtp://user:secret@mail.example:587", MAIL_FROM: "no-reply@portal.example" };

test("with the embedded database on this machine, no variable is required", () => {
  for (const HOST of ["", "127.0.0.1", "localhost", "::1"]) expect(withEnvironment({ HOST })).not.toThrow();
});

test("with a configured database, the secret is required and must be long enough", () => {
  expect(withEnvironment({ ...database, ...encryption })).toThrow(/^AUTH_SECRET is missing/);
  expect(withEnvironment({ ...database, ...encryption, AUTH_SECRET: "short" })).toThrow("AUTH_SECRET is shorter than 32 characters");
  expect(withEnvironment({ ...database, ...encryption, ...secret })).not.toThrow();
});

test.each([
  ["AUTH_SECRET", "x".repeat(32)],
  ["BACKGROUND_SECRET", "abc".repeat(11)],
  ["METRICS_SECRET", "1234567".repeat(5)],
  ["ENCRYPTION_KEY", "0".repeat(64)],
  ["ENCRYPTION_KEY", `new:${"0123456789abcdef".repeat(4)},old:${"c0".repeat(32)}`],
])("%s is refused where it repeats itself, and its value not told: %s", (name, value) => {
  const start = withEnvironment({ [name]: value });
  expect(start).toThrow(new RegExp(`^${name} repeats itself`));
  expect(start).not.toThrow(value);
});

const strong = "0123456789abcdef".repeat(4);
const organisation = { id: "league", name: "League", issuer: "https://league.example", client_id: "portal", partner_id: "1" };

test.each([
  ["BACKGROUND_SECRET", "METRICS_SECRET", strong],
  ["BACKGROUND_SECRET", "AUTH_SECRET", `another one that is long enough for it,${strong}`],
  ["BACKGROUND_SECRET", "ENCRYPTION_KEY", `new:${"fedcba9876543210".repeat(4)},old:${strong}`],
  ["METRICS_SECRET", "AUTH_SECRET", strong],
  ["METRICS_SECRET", "ENCRYPTION_KEY", strong],
  ["METRICS_SECRET", "SMTP_URL", `smtp://user:${strong}@mail.example`],
  ["METRICS_SECRET", "OIDC_PROVIDERS", JSON.stringify([{ ...organisation, client_secret: strong }])],
])("%s is refused if %s contains the same secret, and the error does not show it", (name, other, value) => {
  const start = withEnvironment({ ...mail, [name]: strong, [other]: value });
  expect(start).toThrow(new RegExp(`^${name} and ${other} contain the same secret:`));
  expect(start).not.toThrow(strong);
  expect(withEnvironment({ ...mail, [name]: strong.replace("0", "f"), [other]: value })).not.toThrow();
});

test("a secret is refused if it is the encryption key in another notation, or the password of the standby", () => {
  const key = Buffer.from(`fbfbfb${"0123456789abcdef".repeat(3)}ff3e7fbfeb`, "hex");
  const notations = ["hex", "base64", "base64url"] as const;
  for (const ENCRYPTION_KEY of [key.toString("hex"), key.toString("base64")])
    for (const METRICS_SECRET of [...notations.map((notation) => key.toString(notation)), key.toString("hex").toUpperCase()])
      expect(withEnvironment({ ENCRYPTION_KEY, METRICS_SECRET })).toThrow(/^METRICS_SECRET and ENCRYPTION_KEY contain the same secret:/);
  const there = Object.assign(new URL("postgres://app@db.example/ics?sslmode=require"), { password: `${strong}/+` }).href;
  for (const DATABASE_REPLICA_URL of [there, there.replace("+", "%2B")])
    expect(withEnvironment({ BACKGROUND_SECRET: `${strong}/+`, DATABASE_REPLICA_URL })).toThrow(
      /^BACKGROUND_SECRET and DATABASE_REPLICA_URL contain the same secret:/,
    );
});

test("with a configured database, the key that encrypts stored secrets is required", () => {
  expect(withEnvironment({ ...database, ...secret })).toThrow(/^ENCRYPTION_KEY is missing/);
});

test("with a configured database, PUBLIC_URL is required, because the demo's people are open to this machine", () => {
  expect(withEnvironment({ ...database, ...secret, ...encryption, PUBLIC_URL: "" })).toThrow(/^PUBLIC_URL is missing/);
});

test("traffic over the network must be encrypted, unless the operator accepts otherwise", () => {
  const given = { ...database, ...secret, ...encryption };
  const plain = "postgres://app:secret@db.example/ics";
  for (const DATABASE_URL of [plain, `${plain}?sslmode=prefer`, `${plain}?sslmode=disable`]) {
    expect(withEnvironment({ ...given, DATABASE_URL })).toThrow(/^DATABASE_URL leads over the network.*UNENCRYPTED=postgres$/);
    expect(withEnvironment({ ...given, DATABASE_URL, UNENCRYPTED: "smtp,postgres" })).not.toThrow();
  }
  for (const name of ["MIGRATION_DATABASE_URL", "DATABASE_REPLICA_URL"]) {
    expect(withEnvironment({ ...given, [name]: plain })).toThrow(new RegExp(`^${name} leads over the network`));
    expect(withEnvironment({ ...given, [name]: plain, UNENCRYPTED: "postgres" })).not.toThrow();
  }
  for (const host of ["127.0.0.1", "localhost", "[::1]", "%2Frun%2Fpostgresql"]) {
    expect(withEnvironment({ ...given, DATABASE_URL: `postgres://app:secret@${host}:5432/ics` })).not.toThrow();
  }
  const noHost = { ...given, DATABASE_URL: "postgres:///ics" };
  for (const PGHOST of ["", "localhost", "/run/postgresql"]) expect(withEnvironment({ ...noHost, PGHOST })).not.toThrow();
  expect(withEnvironment({ ...noHost, PGHOST: "db.example" })).toThrow(/^DATABASE_URL leads over the network/);
  const http = { PUBLIC_URL: "http://portal.example", ...mail };
  expect(withEnvironment(http)).toThrow(/^PUBLIC_URL is http:.*UNENCRYPTED=http$/);
  expect(withEnvironment({ ...http, UNENCRYPTED: "http" })).not.toThrow();
  expect(withEnvironment({ UNENCRYPTED: "https" })).toThrow(/^UNENCRYPTED.* is not a list of http, smtp, postgres$/);
});

test.each(["LOOPBACK_RECEIVERS", "DEVELOPMENT_MAILBOX", "SIMULATED_BANK"])(
  "%s is allowed only while nobody outside this machine can reach the service",
  (name) => {
    expect(withEnvironment({ [name]: "true" })).not.toThrow();
    for (const reached of [
      ["HOST", "0.0.0.0"],
      ["PUBLIC_URL", "https://portal.example"],
    ]) {
      expect(withEnvironment({ [name]: "true", ...mail, ...Object.fromEntries([reached]) })).toThrow(
        new RegExp(`^${name} is for a service`),
      );
    }
  },
);

test("a key has 32 bytes, several have ids, and errors do not quote them", () => {
  const [base64, hex] = [Buffer.alloc(32, 0xfe).toString("base64"), "c0".repeat(32)];
  const accepted = { [hex]: ["1"], [base64]: ["1"], [`a:${base64}`]: ["a"], [`2028-b:${hex}, 1:${base64}`]: ["2028-b", "1"] };
  for (const [ENCRYPTION_KEY, ids] of Object.entries(accepted)) {
    withEnvironment({ ENCRYPTION_KEY });
    const keys = givenEnvironment().ENCRYPTION_KEY ?? [];
    expect(keys.map(({ id }) => id)).toEqual(ids);
    for (const { key } of keys) expect(key).toHaveLength(32);
  }
  const short = "c0".repeat(31);
  for (const ENCRYPTION_KEY of [
    short,
    `${hex}00`,
    base64.slice(4),
    `${hex},${hex}`,
    `a:${hex},a:${base64}`,
    `a:${hex},b:${short}`,
    `a b:${hex}`,
    `:${hex}`,
    ",",
  ]) {
    const start = withEnvironment({ ENCRYPTION_KEY });
    expect(start, ENCRYPTION_KEY).toThrow(/^ENCRYPTION_KEY is neither 32 bytes/);
    expect(start).not.toThrow(/c0c0/);
  }
});

test("if others can reach the service, it must be able to send mails", () => {
  for (const HOST of ["0.0.0.0", "::", "192.168.1.7", "portal.example"]) {
    expect(withEnvironment({ HOST, UNENCRYPTED: "http" })).toThrow(/^SMTP_URL is missing/);
    expect(withEnvironment({ HOST, UNENCRYPTED: "http", ...mail })).not.toThrow();
    expect(withEnvironment({ HOST, ...mail })).toThrow(/^PUBLIC_URL is http:/);
  }
});

test("a proxy on this machine that uses another name makes the service reachable for others", () => {
  const behindProxy = { PUBLIC_URL: "https://portal.example", TRUSTED_PROXIES: "loopback" };
  expect(withEnvironment(behindProxy)).toThrow(/^SMTP_URL is missing/);
  expect(withEnvironment({ ...behindProxy, ...mail })).not.toThrow();
  expect(withEnvironment({ ...behindProxy, ...mail, TRUSTED_PROXIES: "" })).toThrow(/^TRUSTED_PROXIES is missing/);
  expect(withEnvironment({ ...behindProxy, ...mail, TRUSTED_PROXIES: "none" })).not.toThrow();
  expect(withEnvironment({ ...behindProxy, ...mail, TRUSTED_PROXIES: "none,loopback" })).toThrow(/^TRUSTED_PROXIES is not a list/);
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(withEnvironment({ PUBLIC_URL: `http://${host}:4000` })).not.toThrow();
  for (const PUBLIC_URL of ["https://portal.example", "http://127.0.0.1.portal.example"]) {
    expect(isForThisMachine({ HOST: "127.0.0.1", PUBLIC_URL })).toBe(false);
  }
});

test("mails need a sender", () => {
  expect(withEnvironment({ SMTP_URL: mail.SMTP_URL })).toThrow(/^MAIL_FROM is missing/);
  expect(withEnvironment({ ...mail, SMTP_URL: "https://mail.example" })).toThrow(/^SMTP_URL is not an address/);
});

const provider = {
  id: "league",
  name: "League",
  issuer: "https://id.example",
  client_id: "portal",
  client_secret: "s3cret",
  partner_id: "0".repeat(40),
};

test("an organisation needs all its fields, https and a unique id, and errors do not quote them", () => {
  const refused = [
    "nonsense",
    "{}",
    JSON.stringify([{ ...provider, client_secret: undefined }]),
    JSON.stringify([{ ...provider, partner_id: "somebody" }]),
    JSON.stringify([{ ...provider, id: "credentials" }]),
    JSON.stringify([{ ...provider, id: "../x" }]),
    JSON.stringify([{ ...provider, issuer: "http://id.example" }]),
    JSON.stringify([provider, provider]),
    JSON.stringify([{ ...provider, more: true }]),
  ];
  for (const OIDC_PROVIDERS of refused) {
    const start = withEnvironment({ OIDC_PROVIDERS });
    expect(start, OIDC_PROVIDERS).toThrow(/^OIDC_PROVIDERS is not a list like/);
    expect(start).not.toThrow(/s3cret/);
  }
});

test("organisations are read as configured, and need no https on this machine", () => {
  const local = { ...provider, id: "local", issuer: "http://127.0.0.1:4000" };
  withEnvironment({ OIDC_PROVIDERS: JSON.stringify([provider, local]) });
  expect(givenEnvironment().OIDC_PROVIDERS).toMatchObject([
    { id: "league", clientId: "portal", clientSecret: "s3cret", partnerId: "0".repeat(40) },
    { id: "local", issuer: "http://127.0.0.1:4000" },
  ]);
});
