import { PDFiumLibrary } from "@hyzyla/pdfium";
import { decode } from "fast-png";
import jsQR from "jsqr";

/** Dots per point of 1/72 inch: 216 dots an inch, as of a camera held close. */
const SCALE = 3;

/** Engine that draws PDFs, loaded once, because loading it takes as long as drawing a page. */
let engine: Promise<PDFiumLibrary> | undefined;

/** Returns the text of each page's QR code, if the page has one. A browser's engine draws the PDF, and an independent reader reads it. */
export async function readCodes(pdf: Uint8Array): Promise<string[]> {
  engine ??= PDFiumLibrary.init();
  const document = await (await engine).loadDocument(pdf);
  try {
    const read: string[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: SCALE, render: "bitmap", colorSpace: "BGRA" });
      const found = jsQR(new Uint8ClampedArray(data), width, height);
      if (found) read.push(textOf(found.binaryData));
    }
    return read;
  } finally {
    document.destroy();
  }
}

/** Returns the text of the QR code on a page, which is drawn as a path of squares with shapes over it; undefined if it cannot be read. */
export function readPicture(markup: string): string | undefined {
  const [, size = "0"] = /<figure class="code"><svg viewBox="0 0 (\d+)/.exec(markup) ?? [];
  const side = Number(size) * DOTS;
  if (side === 0) return undefined;
  const dots = new Uint8ClampedArray(side * side * 4).fill(255);
  const paint = (left: number, top: number, width: number, height: number, shade: number) => {
    for (let y = Math.round(top * DOTS); y < Math.round((top + height) * DOTS); y += 1)
      for (let x = Math.round(left * DOTS); x < Math.round((left + width) * DOTS); x += 1)
        dots.fill(shade, (y * side + x) * 4, (y * side + x) * 4 + 3);
  };
  for (const [, x, y] of markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) paint(Number(x), Number(y), 1, 1, 0);
  for (const [, x, y, width, height, fill] of markup.matchAll(
    /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="(#\w+)"/g,
  ))
    paint(Number(x), Number(y), Number(width), Number(height), fill === "#000" ? 0 : 255);
  const found = jsQR(dots, side, side);
  return found ? textOf(found.binaryData) : undefined;
}

/** Returns the text of the QR code in a PNG; undefined if it cannot be read. */
export function readPng(png: Uint8Array): string | undefined {
  const { width, height, data, channels } = decode(png);
  const dots = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let dot = 0; dot < width * height; dot += 1) dots.fill(data[dot * channels] ?? 255, dot * 4, dot * 4 + 3);
  const found = jsQR(dots, width, height);
  return found ? textOf(found.binaryData) : undefined;
}

/** Number of dots along one side of a code's module. */
const DOTS = 5;

function textOf(bytes: number[]): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
}
