/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Answers while the process lives. */
export function GET(): Response {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
