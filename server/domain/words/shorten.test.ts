import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten } from "./shorten";

test("a text is shortened after a word, on one line", () => {
  expect(shorten("May I pay\n in two parts?", 40)).toBe("May I pay in two parts?");
  expect(shorten("May I pay in two parts?", 14)).toBe("May I pay in…");
  expect(shorten("Unbreakable", 6)).toBe("Unbre…");
});

test("any text fits, and ends with an ellipsis only if something is missing", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 50 }), (text, most) => {
      const short = shorten(text, most);
      expect(short.length).toBeLessThanOrEqual(most);
      const whole = text.replace(/\s+/g, " ").trim();
      if (short !== whole) expect(short.endsWith("…") && whole.startsWith(short.slice(0, -1))).toBe(true);
    }),
  );
});
