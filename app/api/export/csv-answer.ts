import type { Actor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { log } from "@/server/platform/log";

/** Headers that keep proxies from storing the answer, and from buffering it, so that each piece arrives when it is sent. */
const headers = {
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

/** Returns the name of a file with the partner's day, such as `invoices-2026-11-30`. */
export function datedName(name: string, actor: Pick<Actor, "clockOffsetMs">): string {
  return `${name}-${dayAt(clock.now(actor))}`;
}

/** Answers with a spreadsheet file, sent piece by piece. The extension is added to its `name`. */
export function answerCsv(name: string, pieces: AsyncGenerator<string>): Response {
  return new Response(streamOf(pieces), {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}

export function refuseExport(status: number, error: string): Response {
  return Response.json({ error }, { status, headers });
}

/** Returns an object that maps each key to `make(key)`, such as each column to its text. */
export function recordOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** Returns a stream that makes each piece only after the previous one was read, and none after the reader has disconnected. */
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
    // At most one piece waits to be read.
    { highWaterMark: 1 },
  );
}
