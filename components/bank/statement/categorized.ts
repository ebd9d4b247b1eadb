import type { ListedEntry } from "@/server/bank/entries/list-entries";

/** The facts of a payment that its category needs. */
export type Categorized = Pick<ListedEntry, "id" | "name" | "state" | "decisions" | "category" | "categoryText" | "categoryAlways">;
