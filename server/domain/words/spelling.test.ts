import { expect, test } from "vitest";
import { formatDay } from "@/server/domain/formats/dates";
import { withItalianDays, withValuesFitted } from "./spelling";

const march = (day: number) => formatDay(`2027-03-${String(day).padStart(2, "0")}`, "it", "long");

test("an Italian article is shortened before the days 8 and 11, and before no other", () => {
  const days = Array.from({ length: 31 }, (_, index) => index + 1);
  const shortened = days.filter((day) => withItalianDays(`entro il ${march(day)}`) === `entro l’${march(day)}`);
  const kept = days.filter((day) => withItalianDays(`entro il ${march(day)}`) === `entro il ${march(day)}`);
  expect(shortened).toEqual([8, 11]);
  expect(kept).toHaveLength(29);
});

test("prepositions that contain the article are shortened as well, in each month", () => {
  const months = Array.from({ length: 12 }, (_, index) => formatDay(`2027-${String(index + 1).padStart(2, "0")}-08`, "it", "long"));
  for (const day of months) {
    expect(withItalianDays(`Il ${day}: del ${day}, al ${day}, dal ${day}, nel ${day}, sul ${day}`)).toBe(
      `L’${day}: dell’${day}, all’${day}, dall’${day}, nell’${day}, sull’${day}`,
    );
  }
});

test("an amount and a name that end in an article's letters stay as they are", () => {
  expect(withItalianDays("April 8 marzo; il 8,00 €; il 80 marzo; il 18 marzo")).toBe("April 8 marzo; il 8,00 €; il 80 marzo; il 18 marzo");
});

test("an Italian article is also shortened before a day that no line may break", () => {
  expect(withItalianDays("Situazione al 11\u00a0marzo\u00a02027, e il 8\u00a0dicembre")).toBe(
    "Situazione all’11\u00a0marzo\u00a02027, e l’8\u00a0dicembre",
  );
});

test("only Italian texts have their articles fitted", () => {
  expect(withValuesFitted("entro il 8 marzo..", "it")).toBe("entro l’8 marzo.");
  expect(withValuesFitted("il 8 marzo", "nl")).toBe("il 8 marzo");
});
