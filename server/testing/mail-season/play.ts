import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { mailsTo } from "../mails-to";
import { act } from "./acts";
import { faultsOfDoors } from "./check-doors";
import { faultsOfMail } from "./check-mail";
import { DAYS, scriptOf } from "./clubs";
import { fingerprintsOf } from "./fingerprints";
import { daysOf, hasOwnFee, type Looked, look, sentAbout, statementReadOn } from "./look";
import { collect, moveOn, type Played, type Stage, setStage } from "./stage";

export interface PlayedMails {
  /** Number of mails by kind of message. */
  mails: Map<string, number>;
  /** Number of times that an invoice was looked at. */
  looks: number;
  faults: string[];
}

/**
 * Plays a season of mails day by day. Each mail is checked when it is sent. Each invoice's page, PDF, portal and interface are checked on each
 * day on which something is sent to its payer or happens to one of the payer's invoices, and around each day that is named.
 */
export async function playMails({ isSmall }: { isSmall: boolean }): Promise<PlayedMails> {
  const stage = await setStage(isSmall);
  const season: Season = {
    stage,
    seen: new Set(),
    mails: new Map(),
    looks: 0,
    faults: [],
    known: new Map(),
    rows: new Map(),
    days: new Map(),
  };
  for (let day = 0; day <= DAYS; day += 1) {
    if (day > 0) await moveOn(stage, 1);
    else await collect(stage);
    await checkDay(season, day);
    const doing = stage.invoices.flatMap((played) =>
      scriptOf(played.billed).flatMap(([on, what]) => (on === day ? [{ played, what }] : [])),
    );
    if (doing.length === 0) continue;
    for (const { played, what } of doing) await act(stage, played, what);
    await collect(stage);
    await checkDay(season, day);
  }
  season.faults.push(...(await faultsInTheEnd(stage)));
  return season;
}

/** Returns the households that were not charged one fee: on the first invoice if it is unpaid, unless the law allows no fee. */
async function faultsInTheEnd(stage: Stage): Promise<string[]> {
  const looked = await Promise.all(stage.invoices.map((played) => look(stage, played)));
  const charged = looked.filter(({ books }) => books.lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE"));
  const households = new Set(stage.invoices.map(householdOf));
  return [...households].flatMap((household) => {
    const first = looked.find(({ played }) => householdOf(played) === household);
    const fees = charged.filter(({ played }) => householdOf(played) === household).length;
    if (first?.played.billed.script !== "silent") return fees > 1 ? [`in the end, ${household} was charged ${fees} fees`] : [];
    const expected = first.isOwed && lawfulFeeOf(first.played) > 0 ? 1 : 0;
    return fees === expected ? [] : [`in the end, ${household} was charged ${fees} fees instead of ${expected}`];
  });
}

const lawfulFeeOf = ({ billed, club }: Played) => (billed.organization ? club.lateFeeCents : club.lawfulFeeCents);

interface Season extends PlayedMails {
  stage: Stage;
  /** Ids of the messages that were checked. */
  seen: Set<string>;
  /** The late-payment fee as the invoice's newest look stated it, until its last free day was over. */
  known: Map<Played, Looked["fee"]>;
  /** Fingerprints of the invoices' rows when they were last read. */
  rows: Map<string, string>;
  /** Days after which an invoice looks different although no row changes. */
  days: Map<Played, Set<string>>;
}

/** Looks at all invoices of a payer if a row about one of them has changed, or a day that one of them states has come or is over. */
async function checkDay(season: Season, day: number): Promise<void> {
  const { stage } = season;
  const rows = await fingerprintsOf(stage);
  const today = addDays(dayAt(stage.transmittedAt), day);
  const isChanged = (played: Played) => rows.get(played.details.id) !== season.rows.get(played.details.id);
  const hasDay = (played: Played) => [today, addDays(today, -1)].some((each) => season.days.get(played)?.has(each));
  const families = new Set(stage.invoices.filter((played) => isChanged(played) || hasDay(played)).map(householdOf));
  season.rows = rows;
  const looked = new Map<Played, Looked>();
  const toLookAt = stage.invoices.filter((played) => families.has(householdOf(played)));
  for (const seen of await Promise.all(toLookAt.map((played) => look(stage, played)))) {
    looked.set(seen.played, seen);
    season.days.set(seen.played, new Set(daysOf(seen)));
  }
  const told = (each: Looked, words: string, kind = "") =>
    season.faults.push(
      `day ${day}, ${each.played.club.country} ${each.played.billed.locale} ${each.played.billed.script} ${kind}: ${words}`,
    );
  for (const own of looked.values()) {
    season.looks += 1;
    for (const words of [...faultsOfDoors(own, stage), ...faultsOfCharge(season, own)]) told(own, words);
    const sent = sentAbout(own).filter(({ id, carriedBy }) => !season.seen.has(id) && !carriedBy);
    if (sent.length === 0) continue;
    const mails = await mailsTo(own.played.email);
    const payers = [...looked.values()].filter(({ played }) => householdOf(played) === householdOf(own.played));
    for (const message of sent) {
      season.seen.add(message.id);
      season.mails.set(message.kind, (season.mails.get(message.kind) ?? 0) + 1);
      const mail = mails.find(({ id }) => id === message.id);
      const written = own.books.messages.find(({ id }) => id === message.id);
      if (!mail || !written) told(own, "no mail", message.kind);
      else if (dayAt(written.createdAt) !== own.today) told(own, "sent on a day on which nobody looks", message.kind);
      else for (const words of faultsOfMail({ mail, message, own, payers })) told(own, words, message.kind);
    }
  }
}

const householdOf = ({ details, billed }: Played) => `${details.companyId} ${billed.family ?? details.id}`;

/** Returns a fault if a fee is charged otherwise than it was last stated, or before a transfer of its last free day can have been booked. */
function faultsOfCharge({ known }: Season, own: Looked): string[] {
  const { books, played, today } = own;
  const fee = hasOwnFee(own) ? own.fee : undefined;
  const line = books.lines.find(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const stated = known.get(played);
  if (fee || (!line && !own.isFeeToCome)) known.set(played, fee);
  if (!line || dayAt(line.date) !== today || !known.has(played)) return [];
  known.delete(played);
  const isLawful = line.amountCents === lawfulFeeOf(played);
  const isAsStated = stated?.cents === line.amountCents && statementReadOn(stated.until) <= today;
  return isLawful && isAsStated ? [] : [`a fee of ${line.amountCents} was charged, not as stated: ${JSON.stringify(stated)}`];
}
