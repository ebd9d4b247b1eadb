import { encode } from "fast-png";
import { MARGIN_MODULES, SWISS_WIDTH_MM, swissCross, type TransferCode } from "@/server/bank/transfers/transfer-code";

/** Side of a square, in pixels: enough for a screen of any density, at about 2 KB a picture. */
const SQUARE = 6;
const DARK = 0;
const LIGHT = 255;

/** Draws the code of a transfer as a PNG, the only image format that every mail program shows. */
export function pictureOf({ modules, isSwiss }: Pick<TransferCode, "modules" | "isSwiss">): Uint8Array {
  const side = (modules.length + 2 * MARGIN_MODULES) * SQUARE;
  const data = new Uint8Array(side * side).fill(LIGHT);
  const paint = (left: number, top: number, width: number, height: number, shade: number) => {
    for (let y = top; y < top + height; y += 1) data.fill(shade, y * side + left, y * side + left + width);
  };
  for (const [row, squares] of modules.entries())
    for (const [column, isDark] of squares.entries())
      if (isDark) paint((column + MARGIN_MODULES) * SQUARE, (row + MARGIN_MODULES) * SQUARE, SQUARE, SQUARE, DARK);
  const pixels = (mm: number) => Math.round((mm / SWISS_WIDTH_MM) * modules.length * SQUARE);
  const place = (size: number) => Math.round((side - size) / 2);
  for (const { width, height, isDark } of isSwiss ? swissCross : []) {
    const [wide, high] = [pixels(width), pixels(height)] as const;
    paint(place(wide), place(high), wide, high, isDark ? DARK : LIGHT);
  }
  return encode({ width: side, height: side, data, channels: 1, depth: 8 });
}
