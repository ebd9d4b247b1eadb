import { expect, test } from "vitest";
import { db } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { createPartner } from "./create-partner";

test("partners that are created at once have a number each", async () => {
  const created = await Promise.all(Array.from({ length: 5 }, () => createPartner(db, { name: "Partner" })));
  expect(new Set(created.map(({ id }) => id)).size).toBe(5);
  for (const { id } of created) expect(id).toMatch(/^[1-9]\d*$/);
});

test.each(["0", "01", "-1", "1.5", "", "x", "A".repeat(40), "1".repeat(20)])("a partner cannot have the id '%s'", async (id) => {
  await expect(db.insert(partners).values({ id, name: "Partner", createdAt: new Date() })).rejects.toThrow();
});
