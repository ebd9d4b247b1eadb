import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const fileOf = (name: string) => `db/migrations/meta/${name}.json`;
const read = <Value>(name: string): Value => JSON.parse(readFileSync(fileOf(name), "utf8"));
const { entries } = read<{ entries: { tag: string; when: number }[] }>("_journal");

test("each migration has a later time than the one before, because a database skips those earlier than its newest", () => {
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
});

test("each kept snapshot follows the one before, so that the next migration is made from all of them", () => {
  const names = entries.map(({ tag }) => `${tag.slice(0, 4)}_snapshot`).filter((name) => existsSync(fileOf(name)));
  const snapshots = names.map((name) => read<{ id: string; prevId: string }>(name));
  const ids = snapshots.map(({ id }) => id);
  expect(snapshots.slice(1).map(({ prevId }) => prevId)).toEqual(ids.slice(0, -1));
});
