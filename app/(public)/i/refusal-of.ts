import { z } from "zod";
import { DomainError } from "@/server/errors";

/** A refusal: its code, and for typed input the code of each field. */
export interface Refusal {
  code: string;
  fields: Record<string, string>;
}

/** Returns the refusal; undefined if the work succeeded. Rethrows other errors. */
export async function refusalOf(work: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, fields: {} };
    if (error instanceof z.ZodError) {
      const fields = Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
      return { code: "invalid_request", fields };
    }
    throw error;
  }
}
