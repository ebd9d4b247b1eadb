/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Answers while the process is alive. */
export function GET(): Response {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
