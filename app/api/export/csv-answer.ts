import { log } from "@/server/platform/log";

/** Prevents proxies from storing and buffering, so that each piece arrives when it is sent. */
const headers = {
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

/** A spreadsheet file, sent piece by piece. `name` excludes the day and the extension. */
export function answerCsv(name: string, pieces: AsyncGenerator<string>): Response {
  return new Response(streamOf(pieces), {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
    },
  });
}

export function refuseExport(status: number, error: string): Response {
  return Response.json({ error }, { status, headers });
}

/** Returns an object with a value for each key, for the texts of a file. */
export function recordOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** Requests the next piece only after the previous one was read, and none after the reader has disconnected. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log().error({ err: error }, "export failed");
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
