import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Season, type SeasonFile, seasonFiles } from "@/db/schema/seasons";
import type { Actor } from "@/server/actor";
import { daysFrom } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import type { Page, PageRequest } from "@/server/platform/page";
import { readSeason } from "@/server/sandbox/read-season";
import { requireSandbox } from "@/server/sandbox/require-sandbox";

/** A season as its people see it. */
export interface FoundSeason extends Pick<Season, "id" | "seed" | "scenario" | "firstOn" | "lastOn" | "stopOn" | "playedOn" | "state"> {
  /** Number of days of the whole season. */
  days: number;
  /** Number of days that were played. */
  daysPlayed: number;
}

/** A file of a season without its contents. */
export interface ListedSeasonFile extends Pick<SeasonFile, "id" | "day" | "kind" | "name" | "takenAt" | "refusal"> {
  /** The company's account that it is about, as its name states; null: none. */
  iban: string | null;
  /** Company that has the account, or had it last; null: none. */
  companyName: string | null;
}

/** Returns the sandbox's season; null if none was begun, or the partner is not a sandbox. */
export async function findSeason(db: Database, actor: Actor): Promise<FoundSeason | null> {
  const season = await readSeason(db, actor);
  if (!season) return null;
  const { id, seed, scenario, firstOn, lastOn, stopOn, playedOn, state } = season;
  const daysPlayed = playedOn === null ? 0 : daysFrom(firstOn, playedOn) + 1;
  return { id, seed, scenario, firstOn, lastOn, stopOn, playedOn, state, days: daysFrom(firstOn, lastOn) + 1, daysPlayed };
}

/** As `findSeason`. Throws `not_a_sandbox`, and `no_season` if none was begun. */
export async function requireSeason(db: Database, actor: Actor): Promise<FoundSeason> {
  await requireSandbox(db, actor);
  const season = await findSeason(db, actor);
  if (!season) throw new DomainError("no_season");
  return season;
}

/** Lists the files of the sandbox's season, the newest day first, those of a day in their order. Throws `not_a_sandbox` and `no_season`. */
export async function listSeasonFiles(db: Database, actor: Actor, { pageNumber, pageSize }: PageRequest): Promise<Page<ListedSeasonFile>> {
  const { id: seasonId } = await requireSeason(db, actor);
  const { id, day, kind, name, takenAt, refusal, place } = seasonFiles;
  const where = and(eq(seasonFiles.partnerId, actor.partnerId), eq(seasonFiles.seasonId, seasonId));
  const entries = await db
    .select({ id, day, kind, name, takenAt, refusal, iban: ibanInName, companyName: companyOfIban })
    .from(seasonFiles)
    .where(where)
    .orderBy(desc(day), asc(place))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  const total = only(await db.select({ count: count() }).from(seasonFiles).where(where)).count;
  return { entries, totalEntries: total, pageNumber, pageSize };
}

/** SQL: the IBAN in a file's name, such as `2026-12-01_camt.053_DE02120300000000202051.xml`. */
const ibanInName = sql<string | null>`substring(season_files.name from '_([A-Z]{2}[0-9]{2}[A-Z0-9]{11,30})')`;

const companyOfIban = sql<string | null>`(select c.name from bank_account_details d
  join bank_accounts a on a.partner_id = d.partner_id and a.id = d.bank_account_id
  join companies c on c.partner_id = a.partner_id and c.id = a.company_id
  where d.partner_id = season_files.partner_id and d.iban = ${ibanInName} order by d.in_force_at desc limit 1)`;

/** Returns a file of the sandbox's season. Throws `invalid_season_file_id`, also for other partners' files. */
export async function getSeasonFile(db: Database, { partnerId }: Actor, fileId: string): Promise<SeasonFile> {
  const [file] = await db
    .select()
    .from(seasonFiles)
    .where(and(eq(seasonFiles.partnerId, partnerId), eq(seasonFiles.id, fileId)));
  if (!file) throw new DomainError("invalid_season_file_id");
  return file;
}
