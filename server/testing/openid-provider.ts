import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { newId } from "@/server/platform/id";

/** An organisation's claims about a person. */
type SaidClaims = Record<string, unknown>;

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs a person in at the organisation, like the page at the address. Returns the address to which the browser is redirected. */
  approve(authorizationUrl: string, claims: SaidClaims): string;
  /** Returns a logout token. The given claims override the usual ones. */
  logoutToken(said: SaidClaims): string;
  /** Claims in the answer of the userinfo endpoint that are not in the signed token. */
  onlyWhenAsked: SaidClaims;
  close(): Promise<void>;
}

interface Approval {
  claims: SaidClaims;
  challenge: string;
  redirectUri: string;
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** Starts an organisation's sign-in over real HTTP: discovery, codes that work once, PKCE, and signed tokens. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const approvals = new Map<string, Approval>();
  const tokens = new Map<string, SaidClaims>();
  const provider = { issuer: "", clientId: "portal", clientSecret: newId(), onlyWhenAsked: {} } as OpenIdProvider;
  const at = (path: string) => `${provider.issuer}${path}`;

  const answers: Record<string, (incoming: IncomingMessage) => Promise<unknown>> = {
    "/.well-known/openid-configuration": async () => ({
      issuer: provider.issuer,
      authorization_endpoint: at("/authorize"),
      token_endpoint: at("/token"),
      userinfo_endpoint: at("/userinfo"),
      jwks_uri: at("/jwks"),
    }),
    "/jwks": async () => ({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] }),
    "/token": async (incoming) => {
      const form = await readForm(incoming);
      const approval = approvals.get(form.code ?? "");
      approvals.delete(form.code ?? "");
      const verifier = createHash("sha256")
        .update(form.code_verifier ?? "")
        .digest("base64url");
      const isClient = incoming.headers.authorization === `Basic ${btoa(`${provider.clientId}:${provider.clientSecret}`)}`;
      const isSameBrowser = approval?.challenge === verifier && approval.redirectUri === form.redirect_uri;
      if (!approval || !isClient || !isSameBrowser) return undefined;
      const accessToken = newId();
      tokens.set(accessToken, approval.claims);
      return { access_token: accessToken, token_type: "Bearer", id_token: signToken(approval.claims) };
    },
    "/userinfo": async ({ headers }) => {
      const claims = tokens.get(headers.authorization?.replace("Bearer ", "") ?? "");
      return claims && { sub: claims.sub, ...provider.onlyWhenAsked };
    },
  };
  const server = createServer(async (incoming, outgoing) => {
    const answer = await answers[incoming.url ?? ""]?.(incoming);
    outgoing.writeHead(answer ? 200 : 400, { "Content-Type": "application/json" });
    outgoing.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  provider.issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  provider.approve = (authorizationUrl, said) => {
    const { searchParams } = new URL(authorizationUrl);
    const asked = (name: string) => searchParams.get(name) ?? "";
    const code = newId();
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: provider.issuer, aud: provider.clientId, iat: seconds, exp: seconds + 60, nonce: asked("nonce"), ...said };
    approvals.set(code, { claims, challenge: asked("code_challenge"), redirectUri: asked("redirect_uri") });
    return `${asked("redirect_uri")}?${new URLSearchParams({ code, state: asked("state") })}`;
  };
  provider.logoutToken = (said) => {
    const seconds = Math.floor(Date.now() / 1000);
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    return signToken({ iss: provider.issuer, aud: provider.clientId, iat: seconds, exp: seconds + 120, jti: newId(), events, ...said });
  };
  provider.close = () => new Promise((resolve) => server.close(() => resolve()));
  return provider;
}

function signToken(claims: SaidClaims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "RS256", kid: "one", typ: "JWT" })}.${part(claims)}`;
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
}

async function readForm(incoming: IncomingMessage): Promise<Partial<Record<string, string>>> {
  let body = "";
  for await (const chunk of incoming) body += chunk;
  return Object.fromEntries(new URLSearchParams(body));
}
