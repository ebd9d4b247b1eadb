import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { LRUCache } from "lru-cache";
import { inOwnThread } from "@/server/platform/own-thread";
import type { PdfContents } from "./pdf-contents";

const draw = inOwnThread<PdfContents, Uint8Array>({
  // `draw-pdf.ts` as bundled by the build. The path is relative, because every command runs in the project's folder.
  file: resolve(".next/service/customer-page/document/draw-pdf.mjs"),
  mostWaiting: 20,
  timeoutMs: 20_000,
});

const KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Returns an invoice as a PDF. It is drawn in a thread of its own, so that nothing else waits for it, and cached by its contents. Throws
 * `service_unavailable` if 20 wait already, or if it takes longer than 20 s.
 */
export async function invoicePdf(contents: PdfContents): Promise<Uint8Array> {
  // Without the moment of the request, so that equal documents have one key.
  const { createdAt: _, ...keyed } = contents;
  const key = createHash("sha256").update(JSON.stringify(keyed)).digest("hex");
  return kept.forceFetch(key, { context: contents });
}

const kept = new LRUCache<string, Uint8Array, PdfContents>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_key, _stale, { context }) => draw(context),
});
