import { checkReadiness } from "@/server/process/readiness";

/** Asked at run time, never answered from what was built. */
export const dynamic = "force-dynamic";

/** Ready: whoever spreads requests may send some here. */
export async function GET(): Promise<Response> {
  const status = await checkReadiness();
  return Response.json({ status }, { status: status === "ready" ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
