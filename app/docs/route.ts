import { scalar } from "./scalar";

/** Allows only what this server serves, and no inline script, so the reference can load nothing from other hosts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference writes its style sheet into the page itself.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The interface's reference, for people: our OpenAPI document, shown by Scalar. */
export async function GET(): Promise<Response> {
  const { version } = await scalar();
  return new Response(page(version), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "Cache-Control": "no-cache",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

const page = (version: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Reference · Invoice Collection Service</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/docs/reference.css">
  </head>
  <body>
    <p class="way-back"><a href="/developers">Invoice Collection Service</a></p>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The <a href="/api/v2/openapi.json">OpenAPI document</a> does not.</noscript>
    <script src="/docs/scalar.js?${version}"></script>
    <script src="/docs/reference.js"></script>
  </body>
</html>
`;
