import { sql } from "drizzle-orm";
import { users } from "@/db/schema/users";

/** Part of an update of `users` that ends all of the person's sessions: those of an earlier version are not valid. */
export const endingSessions = { sessionVersion: sql`${users.sessionVersion} + 1` };
