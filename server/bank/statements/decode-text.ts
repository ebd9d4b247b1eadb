import { StatementRefusal } from "./statement";

/** Number of bytes within which an XML declaration ends. */
const DECLARATION_BYTES = 200;

/**
 * Decodes a file's text in the encoding of its byte-order mark or XML declaration. Without either, the encoding is UTF-16 if `<` at the
 * beginning has two bytes, otherwise UTF-8. Throws a `StatementRefusal`.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let waiting = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoded(decoder, chunk);
      continue;
    }
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length < DECLARATION_BYTES) continue;
    decoder = decoderFor(waiting);
    yield decoded(decoder, waiting);
  }
  if (!decoder) {
    decoder = decoderFor(waiting);
    yield decoded(decoder, waiting);
  }
  yield decoded(decoder);
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  const label = labelOf(bytes);
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new StatementRefusal("unknown_encoding", 1, "?xml", label.slice(0, 40));
  }
}

function labelOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a byte-order mark, `<` tells the order of the bytes.
  if (first === 0x3c && second === 0) return "utf-16le";
  if (first === 0 && second === 0x3c) return "utf-16be";
  const beginning = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString("latin1");
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(beginning)?.[1] ?? "utf-8";
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new StatementRefusal("not_in_its_encoding", 1, "file", decoder.encoding);
  }
}
