/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Answers as long as the process is alive, even if it is not ready for requests. */
export function GET(): Response {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
