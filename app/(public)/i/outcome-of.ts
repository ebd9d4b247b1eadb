import { z } from "zod";
import { DomainError } from "@/server/errors";

/** A refusal: its code, and the code of each refused field of a form. */
export interface Refusal {
  code: string;
  fields: Record<string, string>;
}

/** Outcome of work that may be refused. */
type Outcome<Result> = { refusal: Refusal } | { refusal: undefined; result: Result };

/** Returns the work's result, or its refusal. Rethrows other errors. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { refusal: undefined, result: await work() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: { code: error.code, fields: {} } };
    if (error instanceof z.ZodError) {
      const fields = Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
      return { refusal: { code: "invalid_request", fields } };
    }
    throw error;
  }
}
