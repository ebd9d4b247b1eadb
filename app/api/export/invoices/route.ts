import { getLocale, getTranslations } from "next-intl/server";
import { filterOf, loadListAddress } from "@/components/invoices/list/list-address";
import { db } from "@/db/client";
import { signedInPerson } from "@/server/auth/auth";
import { type ExportColumn, type ExportWords, exportColumns, exportInvoices } from "@/server/billing/invoices/export-invoices";
import { invoiceFilter } from "@/server/billing/invoices/invoice-filter";
import { isId } from "@/server/domain/id";
import { type InvoiceState, invoiceStates, type MoneyFact, moneyFacts } from "@/server/domain/invoice-state";
import { regionalLocale } from "@/server/domain/regional-locale";
import { isFromElsewhere } from "@/server/platform/is-from-elsewhere";
import { log } from "@/server/platform/log";
import { consume, rateLimiter } from "@/server/platform/rate-limit";
import { actorOf, belongsToPartner } from "@/server/tenancy/people/person";
import { whileStillAllowed } from "@/server/tenancy/people/while-still-allowed";

const MOST = 10;
const WINDOW_SECONDS = 60;

/** What the list is narrowed to, as a file for a spreadsheet; `ids` names those that were ticked. For people, like the list itself; ten a minute for each. */
export async function GET(request: Request): Promise<Response> {
  if (isFromElsewhere(request)) return refuse(403, "not_allowed");
  const person = await signedInPerson();
  if (!person) return refuse(401, "not_signed_in");
  if (!belongsToPartner(person)) return refuse(403, "not_allowed");

  const { searchParams } = new URL(request.url);
  const filter = invoiceFilter.safeParse(filterOf(loadListAddress(searchParams)));
  const ids = searchParams.get("ids")?.split(".") ?? null;
  if (!filter.success || ids?.some((id) => !isId(id))) return refuse(400, "invalid_request");

  const { allowed } = await consume(rateLimiter("exports", MOST, WINDOW_SECONDS), person.id);
  if (!allowed) return refuse(429, "rate_limited");

  const { file, ...words } = await wordsOfExport();
  const locale = regionalLocale(await getLocale());
  const pieces = exportInvoices(db, actorOf(person, null), { filter: filter.data, ids, locale, words });
  return new Response(streamOf(whileStillAllowed(db, person, pieces)), {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file}-${new Date().toISOString().slice(0, 10)}.csv"`,
    },
  });
}

/** Neither kept nor held back on the way: each piece goes out as it comes. */
const headers = {
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status, headers });
}

async function wordsOfExport(): Promise<ExportWords & { file: string }> {
  const say = await getTranslations("invoices");
  return {
    file: say("export.file"),
    headers: recordOf<ExportColumn, string>(exportColumns, (column) => say(`export.${column}`)),
    states: recordOf<InvoiceState, string>(invoiceStates, (state) => say(`state.${state}`)),
    facts: recordOf<MoneyFact, string>(moneyFacts, (fact) => say(`fact.${fact}`)),
  };
}

function recordOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** Asks for a piece when the one before has been taken, and for no more once the reader has gone. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log().error({ err: error }, "export failed");
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
