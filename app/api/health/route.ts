/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Alive: whoever can answer this need not be restarted. */
export function GET(): Response {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
