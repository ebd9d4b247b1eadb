import { expect, test } from "vitest";
import { checkPassword, hashPassword, verifyPassword } from "./password";

const person = { email: "miriam.okafor@staff.example", name: "Miriam van den Okafor" };
const check = (password: string) => () => checkPassword(password, person);

test("a password has 12 to 200 characters, however many bytes they take", () => {
  expect(check("elevenchars")).toThrow("invalid_password");
  expect(check("twelve chars")).not.toThrow();
  expect(check("🐘".repeat(11))).toThrow("invalid_password");
  expect(check("🐘".repeat(200))).not.toThrow();
  expect(check("x".repeat(201))).toThrow("invalid_password");
});

test("a password is neither the e-mail address nor the name", () => {
  for (const guess of ["Miriam.Okafor@staff.example", "miriam.okafor", " Miriam van den OKAFOR "]) {
    expect(check(guess)).toThrow("invalid_password");
  }
  expect(check("miriam.okafor is at work")).not.toThrow();
});

test("the commonest passwords are refused", () => {
  for (const common of ["123456789012", "aaaaaaaaaaaa", "passwordpassword", "QwertyUiop12", "qwertyqwerty", " LeaveMeAlone "]) {
    expect(check(common), common).toThrow("invalid_password");
  }
  for (const own of ["twelve rowing boats", "leave me alone, please", "123456789012 and a boat"]) expect(check(own), own).not.toThrow();
});

test("the same letters are the same password on every keyboard", async () => {
  const hash = await hashPassword("caf\u00e9 at the quay");
  expect(await verifyPassword(hash, "cafe\u0301 at the quay")).toBe(true);
  expect(await verifyPassword(hash, "cafe at the quay")).toBe(false);
});

test("no password is right for an unknown account", async () => {
  expect(await verifyPassword(null, "anything at all")).toBe(false);
});

test("passwords are stored as argon2id with a salt of their own", async () => {
  const [one, other] = await Promise.all([hashPassword("the same words"), hashPassword("the same words")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});
