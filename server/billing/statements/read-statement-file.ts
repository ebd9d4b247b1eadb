import { readCamt } from "./read-camt";
import { readMt940 } from "./read-mt940";
import type { StatementPart } from "./statement";

/** A bank's file, by what it begins with: camt.053 and camt.054 are XML, anything else is MT940 or refused. Throws a `StatementRefusal`. */
export async function* readStatementFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StatementPart> {
  const iterator = chunks[Symbol.asyncIterator]();
  const waiting: Uint8Array[] = [];
  let isXml: boolean | undefined;
  while (isXml === undefined) {
    const { value, done } = await iterator.next();
    if (!done) waiting.push(value);
    isXml = done ? false : isXmlIn(Buffer.concat(waiting));
  }
  yield* (isXml ? readCamt : readMt940)(rejoined(waiting, iterator));
}

/** Undefined while there is nothing but white space and marks of an encoding. */
function isXmlIn(bytes: Buffer): boolean | undefined {
  const first = bytes.find((byte) => ![0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte));
  return first === undefined ? undefined : first === 0x3c;
}

async function* rejoined(read: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
