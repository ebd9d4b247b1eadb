import { getLocale } from "next-intl/server";
import { eventsFilter, loadEventsAddress } from "@/components/settings/security/events-address";
import { db } from "@/db/client";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { beginEventsExport } from "@/server/platform/audit/export-events";
import { actorOf } from "@/server/tenancy/people/person";
import { whileStillAllowed } from "@/server/tenancy/people/while-still-allowed";
import { answerCsv, datedName, refuseExport } from "../csv-answer";
import { answerExport } from "../exporter";

/** The security log with the filter of its page, as a spreadsheet file. For administrators. */
export function GET(request: Request): Promise<Response> {
  return answerExport(request, async (person, requestId) => {
    if (person.role !== "administrator") return refuseExport(403, "not_allowed");
    const filter = eventsFilter(loadEventsAddress(new URL(request.url).searchParams));
    const actor = actorOf(person, requestId);
    const pieces = await beginEventsExport(db, actor, filter, regionalLocale(await getLocale()));
    return answerCsv(datedName("security-log", actor), whileStillAllowed(db, person, pieces));
  });
}
