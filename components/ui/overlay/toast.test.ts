import { expect, test } from "vitest";
import { dismissToast, openToasts, type Toast, toastDone, toastFailed } from "./toast";

test("toasts shown before the region is mounted appear once it is, unless removed before", () => {
  const shown: Toast[] = [];
  toastDone("Archived");
  const takenBack = toastFailed("Not sent");
  dismissToast(takenBack);

  const close = openToasts({ show: (toast) => void shown.push(toast), dismiss: () => {} });
  expect(shown.map(({ message }) => message)).toEqual(["Archived"]);

  toastDone("Saved");
  expect(shown.map(({ message }) => message)).toEqual(["Archived", "Saved"]);
  close();
});

test("a visible toast can be removed by its id", () => {
  const dismissed: string[] = [];
  const close = openToasts({ show: () => {}, dismiss: (id) => void dismissed.push(id) });

  const id = toastDone("Archived");
  dismissToast(id);

  expect(dismissed).toEqual([id]);
  close();
});
