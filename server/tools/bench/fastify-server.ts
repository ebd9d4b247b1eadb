import { createHash, randomUUID } from "node:crypto";
import Fastify, { type FastifyReply } from "fastify";
import pino from "pino";
import postgres from "postgres";
import { newId } from "@/server/platform/id";
import { CREATE_ONE_AFTER_ANOTHER as create, type Reading, type Statement } from "./statements";

// The service as a careful team could build it with the fastest common framework: with the same statements, key look-up, ETag and log line,
// but without our validation, rate limit, idempotency and headers. Creates an invoice by one statement after another.

const { PORT, HOST, DATABASE_URL = "", STATEMENTS = "", PARTNER_ID = "", COMPANY_ID = "" } = process.env;
const statements: Record<Reading, Statement> = JSON.parse(STATEMENTS);
const sql = postgres(DATABASE_URL, { max: 10 });
const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 1, sync: false }));
const app = Fastify();

const REMEMBERED_MS = 3_000;
const keys = new Map<string, { holder: Promise<unknown>; until: number }>();

app.addHook("onRequest", async (request, reply) => {
  const key = /^ApiKey +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const hash = createHash("sha256").update(key).digest("hex");
  const known = keys.get(hash);
  const fresh = known && known.until > Date.now() ? known : { holder: lookUp(hash), until: Date.now() + REMEMBERED_MS };
  keys.set(hash, fresh);
  if (!(await fresh.holder)) return reply.code(401).send({ error: "invalid_api_key" });
});

app.addHook("onResponse", async (request, reply) => {
  logger.info(
    {
      request_id: randomUUID(),
      partner: PARTNER_ID,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 100) / 100,
    },
    "request",
  );
});

app.get<{ Params: { id: string } }>("/api/v2/invoices/:id", (request, reply) => read("GET invoice", request.params.id, reply));
app.get<{ Params: { id: string } }>("/api/v2/invoices/:id/lines", (request, reply) => read("GET lines", request.params.id, reply));
app.get<{ Params: { id: string } }>("/api/v2/companies/:id/tickets/:status", (request, reply) =>
  read("GET company tickets", request.params.id, reply),
);

app.post<{ Body: { import_id: string; customer: Record<string, Record<string, string>>; invoice_lines: { amount_cents: number }[] } }>(
  "/api/v2/invoices",
  async (request) => {
    const { import_id: importId, customer, invoice_lines: lines } = request.body;
    const id = newId();
    const total = lines.reduce((sum, line) => sum + line.amount_cents, 0);
    const created = await sql.begin(async (tx) => {
      await tx.unsafe(create.actor, ["key:bench", randomUUID()], { prepare: true });
      await tx.unsafe(create.import, [PARTNER_ID, importId], { prepare: true });
      const { name = {}, address = {}, email = {} } = customer;
      const invoice = [PARTNER_ID, id, COMPANY_ID, importId, "B-2026-1", "Season 2026", name.first_name, name.last_name, address.address1];
      const rest = [address.house_number, address.zipcode, address.city, address.country_code, email.email_address, total];
      const rows = await tx.unsafe(
        create.invoice,
        [...invoice, ...rest].map((value) => value ?? null),
        { prepare: true },
      );
      await tx.unsafe(create.lines, [PARTNER_ID, id, newId(), newId(), newId(), 2500, "Membership, part 1", "2026-09-01T00:00:00Z"], {
        prepare: true,
      });
      return rows[0];
    });
    return { invoice_id: id, invoice_number: created?.invoice_number, ...request.body };
  },
);

/** The lists have the same names as ours, so that an answer has about the same size. */
async function read(work: Reading, id: string, reply: FastifyReply) {
  const { text, params } = statements[work];
  const asked =
    work === "GET company tickets"
      ? params
      : params.map((value) => (typeof value === "string" && value.startsWith("019a0000") ? id : value));
  const [row] = await sql.unsafe(text, asked as string[], { prepare: true });
  const body = JSON.stringify(row);
  return reply
    .header("ETag", `"${createHash("sha1").update(body).digest("base64url")}"`)
    .header("Content-Type", "application/json")
    .send(body);
}

async function lookUp(hash: string): Promise<unknown> {
  const [row] = await sql`select k.id, p.id as partner_id, p.clock_offset_ms from api_keys k join partners p on p.id = k.partner_id
    where k.hash = ${hash} and k.revoked_at is null`;
  return row;
}

await app.listen({ port: Number(PORT), host: HOST });
