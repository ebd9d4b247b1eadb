import { encode } from "fast-png";
import { SWISS_WIDTH_MM, swissCross, type TransferCode } from "@/server/customer-page/document/transfer-code";

/** Pixels of a dark or light square: enough for a screen of any density, and 2 KB in all. */
const SQUARE = 6;
/** Squares around the picture, so that readers find its edges. */
const MARGIN = 4;
const DARK = 0;
const LIGHT = 255;

/** The picture as a PNG: a mail has no other kind that all programs show. */
export function pictureOf({ modules, isSwiss }: Pick<TransferCode, "modules" | "isSwiss">): Uint8Array {
  const side = (modules.length + 2 * MARGIN) * SQUARE;
  const data = new Uint8Array(side * side).fill(LIGHT);
  const paint = (left: number, top: number, width: number, height: number, shade: number) => {
    for (let y = top; y < top + height; y += 1) data.fill(shade, y * side + left, y * side + left + width);
  };
  for (const [row, squares] of modules.entries())
    for (const [column, isDark] of squares.entries())
      if (isDark) paint((column + MARGIN) * SQUARE, (row + MARGIN) * SQUARE, SQUARE, SQUARE, DARK);
  if (isSwiss) {
    for (const { width, height, isDark } of swissCross) {
      const [pixelsWide, pixelsHigh] = [width, height].map((mm) => Math.round((mm / SWISS_WIDTH_MM) * modules.length * SQUARE));
      const place = (pixels = 0) => Math.round((side - pixels) / 2);
      paint(place(pixelsWide), place(pixelsHigh), pixelsWide ?? 0, pixelsHigh ?? 0, isDark ? DARK : LIGHT);
    }
  }
  return encode({ width: side, height: side, data, channels: 1, depth: 8 });
}
