/** What a column of a bank's CSV file is. Several may be its text. */
export const csvRoles = [
  "ignored",
  "day",
  "value_day",
  "amount",
  "came",
  "went",
  "direction",
  "currency",
  "name",
  "iban",
  "text",
  "reference",
  "end_to_end_id",
  "balance",
  "account",
  "state",
] as const;

export type CsvRole = (typeof csvRoles)[number];

/** More columns than any bank's file has. */
export const MOST_CSV_COLUMNS = 100;

/** How a kind of CSV file is read. */
export interface CsvLayout {
  /** By column. */
  roles: CsvRole[];
  /** Of days such as `03/04/2026`. One that begins with its year says so itself. */
  dayOrder: (typeof dayOrders)[number];
  decimals: (typeof decimalMarks)[number];
}

export const dayOrders = ["day_first", "month_first"] as const;
export const decimalMarks = [",", "."] as const;

/** A kind of CSV file, told from others by its columns' names. */
export interface CsvSheet {
  /** SHA-256 of the names and of what stands between them. */
  key: string;
  columns: { name: string; samples: string[] }[];
}

/** What a person is asked about the columns of a file. */
export interface CsvQuestion {
  sheet: CsvSheet;
  /** As it was said before, else as it may be. */
  layout: CsvLayout;
  /** Whose the file may be, where it does not say so. */
  accounts: { iban: string; companyName: string }[];
}

/** What keeps a layout from being used. */
export type CsvFault = "no_day" | "no_amount" | "two_amounts" | "no_direction" | "twice";

/** Whether several columns may be this. */
export function mayStandOften(role: CsvRole): boolean {
  return role === "ignored" || role === "text" || role === "name";
}

/** The first fault, or null. */
export function faultOf({ roles }: Pick<CsvLayout, "roles">): CsvFault | null {
  const has = (role: CsvRole) => roles.includes(role);
  if (roles.some((role, index) => !mayStandOften(role) && roles.indexOf(role) !== index)) return "twice";
  if (!has("day")) return "no_day";
  if (has("amount") && (has("came") || has("went"))) return "two_amounts";
  if (!has("amount") && !(has("came") && has("went"))) return "no_amount";
  return has("direction") && !has("amount") ? "no_direction" : null;
}
