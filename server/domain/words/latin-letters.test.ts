import { expect, test } from "vitest";
import { latinLetters } from "./latin-letters";

test.each([
  ["Γιώργος Παπαδόπουλος", "Giorgos Papadopoylos"],
  ["ΨΥΧΟΓΙΟΣ ΘΑΝΑΣΗΣ", "PSYCHOGIOS THANASIS"],
  ["Θεοδώρα Ψαρρά", "Theodora Psarra"],
  ["Χρήστος Ξυδάκης", "Christos Xydakis"],
  ["Щерьо Жечев", "Shteryo Zhechev"],
  ["ЮЛИЯ ЦВЕТКОВА", "YULIYA TSVETKOVA"],
  ["Андрей Йорданов", "Andrey Yordanov"],
  ["Олексій Ґудзь", "Oleksiy Gudzy"],
  ["Љиљана", "Ljiljana"],
])("%s is written %s", (name, latin) => {
  expect(latinLetters(name)).toBe(latin);
});

test("combined and separate accents give the same letters", () => {
  expect(latinLetters("Ελένη".normalize("NFD"))).toBe("Eleni");
  expect(latinLetters("Й".normalize("NFD"))).toBe("Y");
});

test("Latin and other letters stay as they are", () => {
  expect(latinLetters("Zoë Müller 王 ليلى & Co")).toBe("Zoë Müller 王 ليلى & Co");
});
