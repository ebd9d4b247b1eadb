import { z } from "zod";
import { isId } from "@/server/domain/formats/id";
import { field, refused } from "@/server/platform/fields";

const HIGHEST_AMOUNT_CENTS = 100_000_000_00;

/** Amount from a dialog, in cents: above 0 and within a plausible limit. */
export const amountCents = field(
  "invalid_amount_cents",
  (given) => (typeof given === "number" && Number.isInteger(given) && given > 0 && given <= HIGHEST_AMOUNT_CENTS ? given : refused),
  {},
);

/** Amount of a line in cents, which may be negative. */
export const lineCents = field(
  "invalid_amount_cents",
  (given) => (typeof given === "number" && Number.isInteger(given) && Math.abs(given) <= HIGHEST_AMOUNT_CENTS ? given : refused),
  {},
);

/** Numbers of lines and refunds of an invoice that the author of an act saw. */
export const seenAccount = z.object({ lines: z.int().min(1), refunds: z.int().min(0) });

/** An id of the service. Other text is refused without a query. */
export const id = z.string().refine(isId);

/** Page of a list. */
export const page = z.object({
  pageNumber: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});

/** Search text: part of a name. Refuses NUL, which Postgres cannot store in text. */
export const partOfName = z
  .string()
  .max(255)
  .refine((text) => !text.includes("\0"));

/** A moment with a four-digit year, which the database and ISO 8601 can both represent. */
export const moment = z.date().min(new Date("0001-01-01T00:00:00Z")).max(new Date("9999-12-31T23:59:59.999Z"));
