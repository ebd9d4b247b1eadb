/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Tells that the process is alive; it may not be ready for requests yet. */
export function GET(): Response {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
