import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { newId } from "@/server/platform/id";
import { SITE } from "@/server/testing/auth-browser";
import { givenPartner } from "@/server/testing/given";
import { type OpenIdProvider, startOpenIdProvider } from "@/server/testing/openid-provider";
import { answerLogout } from "./answer-logout";

const opened: { close(): unknown }[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

afterAll(() => Promise.all(opened.map((server) => server.close())));

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** An organisation that publishes this address for its keys, or one where `answerKeys` answers. */
async function startOrganisation(keys: string | ((outgoing: ServerResponse) => unknown)): Promise<string> {
  const issuer: string = await listen(({ url }, outgoing) => {
    if (url === "/jwks" && typeof keys === "function") return keys(outgoing);
    return outgoing.end(JSON.stringify({ issuer, jwks_uri: typeof keys === "string" ? keys : `${issuer}/jwks` }));
  });
  return issuer;
}

async function configure(issuers: Record<string, string>): Promise<void> {
  const partner = await givenPartner();
  const all = Object.entries(issuers).map(([id, issuer]) => ({ id, name: id, issuer, client_id: "portal", client_secret: newId() }));
  vi.stubEnv("PUBLIC_URL", SITE);
  vi.stubEnv("OIDC_PROVIDERS", JSON.stringify(all.map((provider) => ({ ...provider, partner_id: partner.id }))));
  forgetEnv();
}

async function statusOf(provider: string, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token });
  return (await answerLogout(new Request(`${SITE}/api/auth/backchannel-logout/${provider}`, { method: "POST", body }), provider)).status;
}

async function startProvider(): Promise<OpenIdProvider> {
  const provider = await startOpenIdProvider();
  opened.push(provider);
  return provider;
}

test("a notice is answered with 503 while the organisation's keys cannot be fetched, for any reason", async () => {
  const { logoutToken } = await startProvider();
  const closed = "http://127.0.0.1:1";
  const issuers = {
    "no-address": closed,
    refused: await startOrganisation(`${closed}/jwks`),
    unknown: await startOrganisation("http://keys.invalid/jwks"),
    failing: await startOrganisation((outgoing) => outgoing.writeHead(500).end()),
    moved: await startOrganisation((outgoing) => outgoing.writeHead(302, { Location: "/keys" }).end()),
    unreadable: await startOrganisation((outgoing) => outgoing.end("<html>")),
    malformed: await startOrganisation((outgoing) => outgoing.end('{"keys":1}')),
    "cut-off": await startOrganisation((outgoing) => outgoing.writeHead(200).write("{", () => outgoing.destroy())),
    silent: await startOrganisation(() => {}),
    endless: await startOrganisation((outgoing) => outgoing.writeHead(200).write("{")),
  };
  await configure(issuers);
  const statuses = await Promise.all(Object.keys(issuers).map(async (id) => [id, await statusOf(id, logoutToken({ sub: "1" }))]));
  expect(statuses).toEqual(Object.keys(issuers).map((id) => [id, 503]));
}, 30_000);

test("keys are fetched again with the next notice; a token that names none of them is answered with 400", async () => {
  const organisation = await startProvider();
  const { keys } = (await (await fetch(`${organisation.issuer}/jwks`)).json()) as { keys: object[] };
  let failures = 1;
  const issuer = await startOrganisation((outgoing) => {
    failures -= 1;
    return failures >= 0 ? outgoing.writeHead(500).end() : outgoing.end(JSON.stringify({ keys }));
  });
  await configure({ league: issuer });
  const token = organisation.logoutToken({ sub: newId(), iss: issuer });
  expect([await statusOf("league", token), await statusOf("league", token)]).toEqual([503, 200]);
  const [, payload = "", signature = ""] = token.split(".");
  const ofAnotherKey = Buffer.from(JSON.stringify({ alg: "RS256", kid: "two", typ: "JWT" })).toString("base64url");
  expect(await statusOf("league", `${ofAnotherKey}.${payload}.${signature}`)).toBe(400);
});
