import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { env } from "@/server/env";
import { isCrossOrigin } from "@/server/platform/is-cross-origin";
import { readWithin } from "@/server/platform/read-within";
import { requestIdOf } from "@/server/platform/request-id";
import { withOrigin } from "@/server/platform/request-origin";
import { newDeviceToken } from "@/server/tenancy/people/visitor";
import { authOptions, deviceCookie } from "./auth-options";
import { visitorOf } from "./visitor-of";

/** Addresses served below /api/auth. NextAuth would also serve its own pages, and a log to which anybody can write. */
const actions: Record<string, readonly string[]> = {
  GET: ["providers", "session", "csrf", "signin", "signout", "callback", "error"],
  POST: ["signin", "signout", "callback"],
};

const FORM_LIMIT_BYTES = 16 * 1024;
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Signs people in and out. NextAuth's own handler for Next reads bodies of any size and type, and lets a caller add parameters to the
 * request to an organisation. This handler therefore passes on only what NextAuth needs.
 */
export async function answerAuthentication(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [action = "", provider] = pathname.split("/").slice(3);
  if (!actions[request.method]?.includes(action)) return new Response(null, { status: 404 });
  const isSignIn = action === "callback";
  // Only organisations redirect to the callback; passwords are posted to it.
  if (isSignIn && provider === "credentials" && request.method === "GET") return new Response(null, { status: 404 });
  // Refuses requests posted by other sites. Redirects by an organisation use GET.
  if (request.method === "POST" && isCrossOrigin(request)) return new Response(null, { status: 403 });
  const body = request.method === "POST" ? await readForm(request) : {};
  if (!body) return new Response(null, { status: 413 });

  const cookies = readCookies(request.headers.get("cookie") ?? "");
  const known = visitorOf(request.headers, cookies[deviceCookie()]);
  const visitor = { ...known, deviceToken: known.deviceToken ?? newDeviceToken() };
  const { response, toResponse } = collectAnswer();
  const given = {
    method: request.method,
    query: { ...(request.method === "GET" && Object.fromEntries(searchParams)), nextauth: [action, provider].filter(Boolean) },
    body,
    cookies,
    headers: {},
  };
  const origin = { requestId: requestIdOf(request.headers.get("x-request-id")), address: visitor.address };
  await withOrigin(origin, () =>
    NextAuth(given as unknown as NextApiRequest, response as unknown as NextApiResponse, authOptions(visitor)),
  );
  const answer = toResponse();
  // Set at each attempt to sign in, so that a device in use keeps its cookie.
  if (isSignIn) answer.headers.append("set-cookie", deviceCookieFor(visitor.deviceToken));
  return answer;
}

function deviceCookieFor(token: string): string {
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  return `${deviceCookie()}=${token}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the form's fields; undefined if the body is larger than any form of the service. A body of any type is read as a form. */
async function readForm(request: Request): Promise<Record<string, string> | undefined> {
  const body = await readWithin(request, FORM_LIMIT_BYTES);
  return body && Object.fromEntries(new URLSearchParams(body.toString()));
}

function readCookies(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [] : [[pair.slice(0, at).trim(), unescaped(pair.slice(at + 1).trim())]];
    }),
  );
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Collects NextAuth's answer through the response object of Next's older type of routes. */
function collectAnswer() {
  const headers = new Map<string, string | string[]>();
  let status = 200;
  let body: string | null = null;
  const response = {
    status(code: number) {
      status = code;
      return response;
    },
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    json(value: unknown) {
      headers.set("content-type", "application/json");
      body = JSON.stringify(value);
    },
    send(value: unknown) {
      if (value === undefined || value === null) body = null;
      else body = typeof value === "string" ? value : JSON.stringify(value);
    },
    end() {},
  };
  const toResponse = () => {
    const answer = new Response(body, { status, headers: { "cache-control": "private, no-store", "x-content-type-options": "nosniff" } });
    for (const [name, value] of headers) {
      if (typeof value === "string") answer.headers.set(name, value);
      else for (const each of value) answer.headers.append(name, each);
    }
    return answer;
  };
  return { response, toResponse };
}
