import { expect, test } from "vitest";
import { placeOfToasts } from "./toasts-place";

test("toasts leave the foot of a phone's page free, where the buttons of a decision are", () => {
  expect(placeOfToasts(true)).toBe("top-center");
  expect(placeOfToasts(false)).toBe("bottom-right");
});
