import { MINUTE_MS, SECOND_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import { withTimeout } from "./with-timeout";

/** Maximum time until the next bytes, in ms. */
const LONGEST_SILENCE_MS = 30 * SECOND_MS;
/** Maximum time for the whole body, in ms. */
const LONGEST_UPLOAD_MS = 4 * MINUTE_MS;

/**
 * Yields the body piece by piece, as it arrives. Throws `request_timeout` after 30 s without a byte or 4 min in total, and `invalid_request` if
 * the client disconnects early, which gets no answer then.
 */
export async function* chunksOf({ body }: Pick<Request, "body">, silenceMs = LONGEST_SILENCE_MS): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  const endsAt = Date.now() + LONGEST_UPLOAD_MS;
  const read = async () => {
    try {
      return await withTimeout(Math.min(silenceMs, endsAt - Date.now()), reader.read(), () => new DomainError("request_timeout"));
    } catch (error) {
      throw error instanceof DomainError ? error : new DomainError("invalid_request");
    }
  };
  for (let next = await read(); next.value; next = await read()) yield next.value;
}
