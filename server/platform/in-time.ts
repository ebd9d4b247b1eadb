/**
 * The work's result, or, after so many milliseconds, a failure as of a database out of reach: for a database that no longer answers at all, because
 * packets are lost or its driver has lost count. What was begun may still take effect.
 */
export async function inTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("The database did not answer in time"), { code: "ETIMEDOUT" })), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // What fails after that is nobody's any more.
    work.catch(() => {});
  }
}
