import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { LRUCache } from "lru-cache";
import { inOwnThread } from "@/server/platform/own-thread";
import type { PdfContents } from "./pdf-contents";

const draw = inOwnThread<PdfContents, Uint8Array>({
  // The bundle of `draw-pdf.ts`, relative to the project's root, where every command runs.
  file: resolve(".next/service/customer-page/document/draw-pdf.mjs"),
  mostWaiting: 20,
  timeoutMs: 20_000,
});

/** Maximum size of the drawn PDFs that are kept. */
const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Returns an invoice as a PDF. It is drawn in a separate thread, so that other work does not wait, and cached by its contents. Throws
 * `service_unavailable` if 20 requests wait already, or if drawing takes longer than 20 s.
 */
export async function invoicePdf(contents: PdfContents): Promise<Uint8Array> {
  // Leaves out the time of the request, so that equal documents have the same key.
  const { createdAt: _, ...keyed } = contents;
  const key = createHash("sha256").update(JSON.stringify(keyed)).digest("hex");
  return cache.forceFetch(key, { context: contents });
}

const cache = new LRUCache<string, Uint8Array, PdfContents>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_key, _stale, { context }) => draw(context),
});
