/** Returns an error that counts as a database out of reach: see `db/failures.ts`. */
export function noAnswer(): Error {
  return Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" });
}

/**
 * Returns the work's result. Throws `error()` if the work takes longer than `timeoutMs`; the default error counts as a database out of
 * reach. The work is not stopped, so it may still take effect; if it fails later, that is ignored.
 */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>, error: () => Error = noAnswer): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
