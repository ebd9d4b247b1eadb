import { vi } from "vitest";
import { closeDatabase } from "@/db/client";

/** At the end of a test file. Files that a worker runs one after another share their modules, so the next one finds what this one leaves. */
export async function leaveAsFound(): Promise<void> {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await closeDatabase();
}
