import { z } from "zod";
import { csvRoles, faultOf, MOST_CSV_COLUMNS } from "@/server/domain/banking/csv-layout";
import { dayOrders, decimalMarks } from "@/server/domain/formats/cells";

/** Layout of the columns of a CSV file, as a person chose it, and the key (`sheet`) of files with the same columns. */
export const csvLayoutInput = z.object({
  sheet: z.string().regex(/^[0-9a-f]{64}$/),
  layout: z
    .strictObject({
      roles: z.array(z.enum(csvRoles)).min(2).max(MOST_CSV_COLUMNS),
      dayOrder: z.enum(dayOrders),
      decimals: z.enum(decimalMarks),
    })
    .refine((given) => faultOf(given) === null),
});
