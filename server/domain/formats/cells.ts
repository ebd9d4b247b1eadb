/** Orders of day, month and year in dates such as `03/04/2026`. Not used for dates that begin with the year. */
export const dayOrders = ["day_first", "month_first"] as const;
export type DayOrder = (typeof dayOrders)[number];

export const decimalMarks = [",", "."] as const;
export type DecimalMark = (typeof decimalMarks)[number];
