import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { forgetEnv } from "@/server/env";
import { SERVICE } from "@/server/testing/mail-season/check-mail";
import { DAYS } from "@/server/testing/mail-season/clubs";
import { playMails } from "@/server/testing/mail-season/play";
import { sizeOf } from "@/server/testing/size-of";

const INVOICES = sizeOf({ small: 11, large: 45 });

beforeEach(() => {
  vi.stubEnv("SERVICE_NAME", SERVICE);
  forgetEnv();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

test(`${INVOICES} invoices in ${DAYS} days: each mail names sum, thing, day, sender and what follows, and page, PDF, portal and interface agree`, async () => {
  const { mails, faults } = await playMails({ isSmall: INVOICES < 45 });
  expect(faults).toEqual([]);
  // Proves that every kind of mail was sent; the small season has fewer.
  const kinds = ["request1", "request2", "reminder1", "reminder2", "reminder3", FEE_NOTE, "payment_received", "payment_returned"];
  const rarer = ["answer", "payment_failed", "credited", "refunded", "amount_added", "withdrawn", "credit_note"];
  expect([...mails.keys()].sort()).toEqual([...kinds, ...(INVOICES < 45 ? [] : rarer)].sort());
}, 600_000);
