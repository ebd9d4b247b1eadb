import { expect, test } from "vitest";
import { accountFacts } from "@/server/testing/given-bank-account";
import { decidedFacts } from "./decision";

const current = accountFacts();
const waiting = {
  ...accountFacts(),
  id: "change",
  inForceAt: new Date(),
  requestedBy: "person:ana",
  requesterName: "Ana",
  blocker: null,
  requestedAt: new Date(),
};

test("an account is closed by its details in force, and a change decided by those that wait", () => {
  const account = { current, waiting };
  expect(decidedFacts("close", account)).toBe(current);
  expect(decidedFacts("confirm", account)).toBe(waiting);
  expect(decidedFacts("withdraw", account)).toBe(waiting);
});

test("an account that itself waits has only the details that wait", () => {
  expect(decidedFacts("close", { current: null, waiting })).toBe(waiting);
});
