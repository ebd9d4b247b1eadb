import { type NextRequest, NextResponse } from "next/server";

/**
 * Sets the Content-Security-Policy: a page runs only scripts with this request's nonce, and scripts that those load. Does not control
 * access, which is checked where data is read.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(crypto.randomUUID().replaceAll("-", ""));
  const headers = new Headers(request.headers);
  // Next reads the nonce from this header, and adds it to its own scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-requested-path", request.nextUrl.pathname + request.nextUrl.search);

  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries({ ...everyPage, "Content-Security-Policy": policy })) response.headers.set(name, value);
  // Our own server adds this to every answer; under plain `next start`, it is added only here and for customers' pages.
  if (process.env.PUBLIC_URL?.startsWith("https:")) response.headers.set("Strict-Transport-Security", `max-age=${ONE_YEAR_S}`);
  const { pathname, searchParams } = request.nextUrl;
  const mailboxToken = /^\/mailbox\/?$/.test(pathname) && searchParams.get("token");
  if (mailboxToken) response.cookies.set("mailbox", mailboxToken, { path: "/mailbox", httpOnly: true, sameSite: "strict" });
  // These addresses contain a token or id that sets a password, opens the mailbox, or decides a payment.
  if (/^\/(set-password\/?$|mailbox\/?$|simulated-bank\/)/.test(pathname)) response.headers.set("Referrer-Policy", "no-referrer");
  return response;
}

export const config = {
  // Excludes the interface, which would take twice as long, and files. The reference and customers' pages set their own policies.
  matcher: ["/((?!api/|i/|genuine/?$|_next/|docs(?:/|$)|icon\\.svg|favicon\\.ico).*)"],
};

const ONE_YEAR_S = 31_536_000;

const everyPage = {
  "Reporting-Endpoints": 'csp="/api/csp-reports"',
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    // A development server evaluates replaced modules.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Dialogs and toasts add styles, and charts place their marks by style attributes. A style cannot run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "report-to csp",
  ].join("; ");
}
