import { z } from "zod";
import { csvRoles, csvStates, faultOf, LONGEST_STATE_WORD, MOST_CSV_COLUMNS, MOST_STATE_WORDS } from "@/server/domain/banking/csv-layout";
import { dayOrders, decimalMarks } from "@/server/domain/formats/cells";

/** Layout of the columns of a CSV file, as a person chose it, and the key (`sheet`) of files with the same columns. */
export const csvLayoutInput = z.object({
  sheet: z.string().regex(/^[0-9a-f]{64}$/),
  layout: z
    .strictObject({
      roles: z.array(z.enum(csvRoles)).min(2).max(MOST_CSV_COLUMNS),
      dayOrder: z.enum(dayOrders),
      decimals: z.enum(decimalMarks),
      states: z
        .array(z.strictObject({ word: z.string().trim().min(1).max(LONGEST_STATE_WORD), state: z.enum(csvStates) }))
        .max(MOST_STATE_WORDS)
        .optional(),
    })
    .refine((given) => faultOf(given) === null),
});
