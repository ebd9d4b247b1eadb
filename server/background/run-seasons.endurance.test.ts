import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { seasonFiles, seasons } from "@/db/schema/seasons";
import { tickets } from "@/db/schema/tickets";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { moveClock } from "@/server/sandbox/move-clock";
import { playOn, stopSeason } from "@/server/seasons/begin-season";
import { getSeasonFile } from "@/server/seasons/find-season";
import { givenPartner, times } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { givenSeasonStage, seasonOf } from "@/server/testing/given-season";
import { seasonStart } from "@/server/testing/mail-season/clubs";
import { runSeasons } from "./run-seasons";

const busy = `days: 30
pay_in_time: 60 %
pay_late: 30 %
wrong_reference: 10 %
no_reference: 10 %
pay_in_part: 10 %
pay_twice: 10 %
family_in_one_sum: 50 %
ask: 20 %
`;

const owedBy = async ({ id }: { id: string }) =>
  db.select({ number: invoices.externalInvoiceNumber, cents: invoices.amountTotalCents }).from(invoices).where(eq(invoices.partnerId, id));

describe("a season", () => {
  test("is played day by day: transfers are booked, the rest waits at the desk, questions arrive, and the clock is at its end", async () => {
    const stage = await givenSeasonStage({ size: 18 });
    await stage.begin(busy);
    await stage.run();
    const season = await stage.season();
    expect(season).toMatchObject({ state: "ended", days: 30, daysPlayed: 30, playedOn: season?.lastOn });
    const [partner] = await db.select().from(partners).where(eq(partners.id, stage.partner.id));
    expect(daysFrom(dayAt(new Date()), dayAt(new Date(Date.now() + (partner?.clockOffsetMs ?? 0))))).toBe(29);

    const files = await stage.files();
    expect(files.length).toBeGreaterThan(5);
    expect(files.every(({ refusal, takenAt }) => refusal === null && takenAt !== null)).toBe(true);
    const states = await db
      .select({ state: bankTransactions.state })
      .from(bankTransactions)
      .where(eq(bankTransactions.partnerId, stage.partner.id));
    expect(states.filter(({ state }) => state === "booked").length).toBeGreaterThan(5);
    expect(states.filter(({ state }) => state === "open").length).toBeGreaterThan(0);
    expect(states.filter(({ state }) => state === "new")).toEqual([]);
    expect((await owedBy(stage.partner)).filter(({ cents }) => cents <= 0).length).toBeGreaterThan(5);
    const asked = await db.select().from(tickets).where(eq(tickets.partnerId, stage.partner.id));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ sender, status }) => sender === "customer" && status === "unanswered")).toBe(true);
  });

  test("collects direct debits: files for the bank, its report, bookings, and returns with their codes", async () => {
    // The draws depend on the day of collection. With this seed each kind of answer occurs in every year until 2060.
    const stage = await givenSeasonStage({ size: 24, debited: 24, startsAt: seasonStart() });
    await stage.begin("days: 40\nrejected: AC04 15 %\nreturned: AM04 15 %, MD06 15 %\nreturn_notices: yes\npay_late: 50 %", "spring 16");
    await stage.run();
    const kinds = (await stage.files()).toReversed().map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["pain008", "pain002", "camt053", "camt054"]));
    const rows = await db.select().from(debits).where(eq(debits.partnerId, stage.partner.id));
    const of = (status: string) => rows.filter((debit) => debit.status === status);
    expect(rows).toHaveLength(16);
    expect(of("booked").length).toBeGreaterThan(3);
    expect(of("rejected").every(({ reasonCode }) => reasonCode === "AC04")).toBe(true);
    expect(of("returned").every(({ reasonCode }) => reasonCode === "AM04" || reasonCode === "MD06")).toBe(true);
    expect(of("rejected").length * of("returned").length).toBeGreaterThan(0);
    expect([...of("planned"), ...of("at_bank")]).toEqual([]);
  });

  test("has the same bytes in two sandboxes with the same invoices, but for what the service itself numbers", async () => {
    const { iban } = accountFacts({ country: "DE" });
    const played = [];
    for (let sandbox = 0; sandbox < 2; sandbox += 1) {
      const stage = await givenSeasonStage({ iban });
      await stage.begin(busy);
      await stage.run();
      const rows = await db
        .select()
        .from(seasonFiles)
        .where(eq(seasonFiles.partnerId, stage.partner.id))
        .orderBy(seasonFiles.day, seasonFiles.place);
      played.push(rows.map(({ name, contents }) => [name, contents.replace(/RF\d+/g, "RF")]));
    }
    expect(played[0]?.length).toBeGreaterThan(3);
    expect(played[1]).toEqual(played[0]);
  });

  test("stops by itself after the days that were asked for, and is played on as if it had not stopped", async () => {
    const { iban } = accountFacts({ country: "DE" });
    const [whole, parts] = [await givenSeasonStage({ iban }), await givenSeasonStage({ iban })];
    await whole.begin(busy);
    await whole.run();
    await parts.begin(busy, "spring", 1);
    await parts.run();
    expect(await parts.season()).toMatchObject({ state: "stopped", daysPlayed: 1 });
    for (const days of [9, 13, null]) {
      await playOn(db, await parts.actor(), days);
      await parts.run();
    }
    expect(await parts.season()).toMatchObject({ state: "ended", daysPlayed: 30 });
    await expect(playOn(db, await parts.actor(), 1)).rejects.toMatchObject({ code: "season_over" });
    const names = async (stage: typeof whole) => (await stage.files()).map(({ name }) => name);
    expect(await names(parts)).toEqual(await names(whole));
  });

  test("is stopped at once by a person, and a day that was made is finished later, once", async () => {
    const stage = await givenSeasonStage();
    await stage.begin(busy);
    let rounds = 0;
    await runSeasons(db, {
      scope: { partnerId: stage.partner.id },
      isStopping: () => {
        rounds += 1;
        return rounds > 25;
      },
    });
    expect(await stage.season()).toMatchObject({ state: "playing" });
    await stopSeason(db, await stage.actor());
    await stopSeason(db, await stage.actor());
    const stopped = await stage.season();
    expect(stopped?.state).toBe("stopped");
    await runSeasons(db, { scope: { partnerId: stage.partner.id } });
    expect(await stage.season()).toEqual(stopped);
    await playOn(db, await stage.actor(), null);
    await stage.run();
    const files = await stage.files();
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    expect(await stage.season()).toMatchObject({ state: "ended" });
  });

  test("plays each day once, however many processes play it", async () => {
    const stage = await givenSeasonStage();
    await stage.begin("days: 30\npay_in_time: 100 %\nask: 100 %");
    await Promise.all(times(4, () => runSeasons(db, { scope: { partnerId: stage.partner.id } })));
    await stage.run();
    const asked = await db.select().from(tickets).where(eq(tickets.partnerId, stage.partner.id));
    expect(asked).toHaveLength(9);
    expect((await owedBy(stage.partner)).filter(({ cents }) => cents !== 0)).toEqual([]);
  });

  test("goes on after a crash between any two of its steps, with each file taken in once", async () => {
    const stage = await givenSeasonStage();
    await stage.begin("days: 30\npay_in_time: 100 %", "spring", 20);
    await stage.run();
    // As after a crash: the files of the last day that had some are made, and neither taken in nor finished.
    const [last] = await stage.files();
    if (!last) throw new Error("no file");
    const before = await owedBy(stage.partner);
    await db
      .update(seasonFiles)
      .set({ takenAt: null })
      .where(and(eq(seasonFiles.partnerId, stage.partner.id), eq(seasonFiles.day, last.day)));
    await db
      .update(seasons)
      .set({ playedOn: addDays(last.day, -1), madeOn: last.day, state: "playing", leasedUntil: null })
      .where(eq(seasons.partnerId, stage.partner.id));
    await stage.run();
    expect(await owedBy(stage.partner)).toEqual(before);
    expect((await stage.files()).every(({ takenAt }) => takenAt !== null)).toBe(true);
  });

  test("is one at a time, and no clock is moved by hand while it plays", async () => {
    const stage = await givenSeasonStage({ size: 1 });
    const begun = await Promise.allSettled(times(3, () => stage.begin("days: 5")));
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(stage.begin("days: 5")).rejects.toMatchObject({ code: "season_is_playing" });
    await expect(playOn(db, await stage.actor(), 1)).rejects.toMatchObject({ code: "season_is_playing" });
    await expect(moveClock(db, await stage.actor(), { seenOffsetMs: 0, days: 1 })).rejects.toMatchObject({ code: "season_is_playing" });
    await stopSeason(db, await stage.actor());
    const { clockOffsetMs } = await stage.actor();
    await moveClock(db, await stage.actor(), { seenOffsetMs: clockOffsetMs, days: 2 });
    await expect(playOn(db, await stage.actor(), 1)).rejects.toMatchObject({ code: "clock_on_its_way" });
    await expect(stage.begin("days: 5")).rejects.toMatchObject({ code: "clock_on_its_way" });
  });

  test("another one replaces it and its files, but not what it did", async () => {
    const stage = await givenSeasonStage();
    await stage.begin("days: 20\npay_in_time: 100 %");
    await stage.run();
    const [file] = await stage.files();
    await stage.begin("days: 5", "autumn");
    await stage.run();
    expect(await stage.files()).toEqual([]);
    await expect(getSeasonFile(db, await stage.actor(), file?.id ?? "")).rejects.toMatchObject({ code: "invalid_season_file_id" });
    expect((await owedBy(stage.partner)).filter(({ cents }) => cents !== 0)).toEqual([]);
  });

  test("exists in sandboxes only, and its files for its own partner only", async () => {
    const real = seasonOf(await givenPartner());
    await expect(real.begin("days: 5")).rejects.toMatchObject({ code: "not_a_sandbox" });
    expect(await real.season()).toBeNull();
    await expect(real.files()).rejects.toMatchObject({ code: "not_a_sandbox" });
    const stage = await givenSeasonStage();
    await expect(playOn(db, await stage.actor(), 1)).rejects.toMatchObject({ code: "no_season" });
    await stage.begin("days: 20\npay_in_time: 100 %");
    await stage.run();
    const [file] = await stage.files();
    const other = await givenPartner({ isSandbox: true });
    await expect(getSeasonFile(db, other.actor, file?.id ?? "")).rejects.toMatchObject({ code: "invalid_season_file_id" });
    expect(await getSeasonFile(db, await stage.actor(), file?.id ?? "")).toMatchObject({ kind: "camt053" });
  });
});
