import { vi } from "vitest";
import { closeDatabase } from "@/db/client";

/** Resets shared state at the end of a test file, because files of one worker share their modules. */
export async function leaveAsFound(): Promise<void> {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await closeDatabase();
}
