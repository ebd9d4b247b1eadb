import { expect, test } from "vitest";
import type { OfferedBatch } from "@/server/bank/payments/offer-debits";
import { chosenOrFirst, keyOfBatch } from "./chosen-debits";

/** A batch of three debits of 5.00. `rejected`: ids of the rejected ones. */
function batchOf(fileId: string, rejected: readonly string[] = []): OfferedBatch {
  const debits = ["1", "2", "3"].map((id) => ({ id: fileId + id, holder: null, amountCents: 500, isRejected: rejected.includes(id) }));
  return { fileId, collectOn: "2026-11-30", scheme: "CORE", sequenceType: "RCUR", madeAt: new Date(), debits };
}

const untouched = (batch: OfferedBatch) => ({ key: keyOfBatch(batch), leftOut: null });

test("rejected debits are not ticked at first, unless the whole batch adds up to the payment", () => {
  const batch = batchOf("a", ["2"]);
  expect(chosenOrFirst([batch], untouched(batch), 1_000).leftOut).toEqual(new Set(["a2"]));
  expect(chosenOrFirst([batch], untouched(batch), 1_500).leftOut).toEqual(new Set());
});

test("if the chosen batch is no longer offered, the first begins with its own rejected debits left out", () => {
  const first = batchOf("a", ["3"]);
  const chosen = { key: keyOfBatch(batchOf("b")), leftOut: new Set(["b1"]) };
  expect(chosenOrFirst([first], chosen, 1_000)).toEqual({ batch: first, leftOut: new Set(["a3"]) });
});

test("a debit rejected meanwhile is left out, unless the reader has changed a tick; a batch that comes first leaves the chosen one", () => {
  const [before, now, other] = [batchOf("b"), batchOf("b", ["1"]), batchOf("a")];
  expect(chosenOrFirst([other, now], untouched(before), 1_000)).toEqual({ batch: now, leftOut: new Set(["b1"]) });
  const ticked = { key: keyOfBatch(before), leftOut: new Set(["b2"]) };
  expect(chosenOrFirst([other, now], ticked, 1_000)).toEqual({ batch: now, leftOut: new Set(["b2"]) });
});
