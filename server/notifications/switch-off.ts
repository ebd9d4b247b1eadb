import type { Database } from "@/db/client";
import { type EndpointRow, endpoints } from "@/db/schema/notifications";
import { whereEndpoint } from "./endpoint";
import { mailAdministrators } from "./mail-administrators";

/** Switches an endpoint off and mails its partner's administrators. An endpoint that is off stays unchanged. */
export async function switchOff(tx: Database, endpoint: EndpointRow, because: "gone" | "failing", now: Date): Promise<void> {
  if (endpoint.switchedOffAt) return;
  await tx.update(endpoints).set({ switchedOffAt: now, switchedOffBecause: because }).where(whereEndpoint(endpoint, endpoint.id));
  await mailAdministrators(tx, endpoint, { kind: because === "gone" ? "endpointGone" : "endpointSwitchedOff" });
}
