import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { shownText } from "@/server/bank/parties/shown-text";
import { knownCurrencies } from "@/server/domain/banking/account-currency";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import type { LeftOutRows } from "@/server/domain/banking/left-out-rows";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import type { CheckedStatement } from "./check-statement";
import { keptLayouts } from "./csv/kept-layouts";
import { accountOfStatement, listKnownAccounts, offerAccounts } from "./find-statement-accounts";
import { readReceivedFile } from "./read-received-file";
import { latestStatementDay } from "./read-values";
import type { ReceivedFile } from "./receive-file";
import type { ReadEntry } from "./statement";

/** Contents of a CSV file as a layout reads them. Nothing is stored. */
export interface StatementPreview {
  /** Empty if neither the file nor the partner's accounts tell. */
  currency: string;
  came: PreviewedEntries;
  went: PreviewedEntries;
  leftOut: LeftOutRows;
}

export interface PreviewedEntries {
  count: number;
  /** Sum in cents; negative: outgoing. */
  sumCents: number;
  /** The first 200. */
  samples: { line: number; bookedOn: string; amountCents: number; name: string; text: string }[];
}

/** Maximum number of entries that are shown of each direction, and of rows that were left out. */
const MOST_SAMPLES = 200;
/** Maximum number of payments that describe a batch, which may have 10,000. */
const MOST_DESCRIBED = 3;
/** Maximum length of a shown name or text, in characters. */
const LONGEST_TEXT = 140;

/**
 * Reads the CSV files of a kind, by the key of their columns, with a layout that nobody has confirmed yet. Throws a `StatementRefusal`, and
 * `rate_limited` for a file that was only hashed.
 */
export async function previewStatementFile(
  db: Database,
  actor: Actor,
  { sheet, layout }: { sheet: string; layout: CsvLayout },
  file: ReceivedFile,
): Promise<StatementPreview> {
  if (file.path === "") throw new DomainError("rate_limited");
  const layouts = { ...(await keptLayouts(db, actor)), [sheet]: layout };
  const latestDay = latestStatementDay(clock.now(actor));
  const { statements, parts } = await readReceivedFile(file, { partnerId: actor.partnerId, layouts, latestDay });
  await checkAccounts(db, actor, statements);
  const preview: StatementPreview = {
    currency: statements.map(currencyIn).find((currency) => currency !== "") ?? (await onlyCurrency(db, actor)),
    came: { count: 0, sumCents: 0, samples: [] },
    went: { count: 0, sumCents: 0, samples: [] },
    leftOut: { count: 0, samples: [] },
  };
  for (const { leftOut } of statements) {
    if (!leftOut) continue;
    preview.leftOut.count += leftOut.count;
    if (leftOut.refused) preview.leftOut.refused = (preview.leftOut.refused ?? 0) + leftOut.refused;
    preview.leftOut.samples = [...preview.leftOut.samples, ...leftOut.samples].slice(0, MOST_SAMPLES);
  }
  let isPreviewed = false;
  for await (const part of parts()) {
    if (part.kind === "statement") isPreviewed = part.head.question?.sheet.key === sheet;
    if (part.kind === "entry" && isPreviewed) add(part.entry.amountCents < 0 ? preview.went : preview.came, part.entry);
  }
  return preview;
}

function add(to: PreviewedEntries, { line, bookedOn, amountCents, transactions }: ReadEntry["entry"]): void {
  to.count += 1;
  to.sumCents += amountCents;
  if (to.samples.length === MOST_SAMPLES) return;
  const shown = (texts: string[]) =>
    texts
      .filter((text) => text !== "")
      .join(" · ")
      .replace(/\s+/g, " ")
      .slice(0, LONGEST_TEXT);
  const first = transactions.slice(0, MOST_DESCRIBED);
  const name = shown(first.map((payment) => payment.name));
  const text = shown(first.flatMap((payment) => [shownText(payment.text), ...payment.references]));
  to.samples.push({ line, bookedOn, amountCents, name, text });
}

/** Refuses a file for an account that cannot be used, as `storeStatementFile` would, before a person checks its contents. */
async function checkAccounts(db: Database, actor: Actor, statements: readonly CheckedStatement[]): Promise<void> {
  const known = await listKnownAccounts(db, actor);
  const asked = { companyId: null, isSure: false, ...(await offerAccounts(db, actor, known)) };
  for (const statement of statements) if (statement.account !== "") accountOfStatement(known, statement, "", asked);
}

/** Returns the currency that the file names; empty if it names none, or by a sign that several currencies share. */
function currencyIn({ currency, namedCurrency }: CheckedStatement): string {
  const named = currency || (namedCurrency?.currency ?? "");
  return /^[A-Z]{3}$/.test(named) ? named : "";
}

/** Returns the currency of all of the partner's accounts; empty if they differ. */
async function onlyCurrency(db: Database, actor: Actor): Promise<string> {
  const currencies = new Set((await listKnownAccounts(db, actor)).flatMap(knownCurrencies));
  return currencies.size === 1 ? [...currencies].join() : "";
}
