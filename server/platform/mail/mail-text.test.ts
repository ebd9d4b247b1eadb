import { describe, expect, test } from "vitest";
import { groupIban } from "@/server/domain/banking/group-iban";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { formatAmount, formatMoney } from "@/server/domain/formats/money";
import { type MailKind, mailKinds, type Value, type ValueType } from "./mail-kinds";
import { mailText } from "./mail-text";
import { UncomposableMail } from "./stored-text";

const link = "https://portal.example/x?token=abc";

/** One value of each type; `name` sets apart values of one type in a mail. */
const examples: { [Type in ValueType]: (name: string) => Value<Type> } = {
  text: (name) => `Text of ${name}`,
  company: (name) => `Company of ${name}`,
  link: (name) => `https://portal.example/${name}`,
  secretLink: (name) => `https://portal.example/${name}?token=abc`,
  moment: () => "2026-11-04T09:21:00.000Z",
  count: () => 72,
  limit: (name) => (name === "before" ? 123_456 : 654_321),
  account: (name) => ({ holder: `Holder ${name}`, iban: "NL91ABNA0417164300" }),
  device: () => "Firefox, Linux",
  addressee: (name) => ({ kind: "person", name: `Ada of ${name}` }),
  checkCode: () => "7K2M9QXDW4TB",
  replyTo: () => "club@club.example",
  country: () => "CH",
  news: () => [{ kind: "question", count: 21, listed: [{ number: "2026-17", company: "Ruderclub", link: "https://portal.example/i" }] }],
  debits: () => [{ amountCents: 123_456, collectOn: "2026-11-04", iban: "NL91 …4300" }],
  pageLink: (name) => `https://portal.example/i/${name}`,
  invoiceLeft: () => ({ state: "pay", number: "2026-18", amountCents: 123_456, payBy: "2026-11-04" }),
  waiting: () => ({ payments: 31, invoices: 41, oldestOn: "2026-11-04", isTooLong: true }),
};

/** Words that show that the value is in a mail. */
const traces: { [Type in ValueType]: (value: Value<Type>, locale: Locale) => readonly string[] } = {
  text: (text) => [text],
  company: (name) => [name],
  link: (address) => [address],
  secretLink: (address) => [address],
  moment: (at, locale) => [new Intl.DateTimeFormat(locale, { month: "long" }).format(new Date(at)), "2026"],
  count: (count) => [String(count)],
  limit: (cents, locale) => [formatAmount(cents ?? 0, locale)],
  account: (account) => [account?.holder ?? "", groupIban(account?.iban ?? "")],
  device: (name) => [name],
  addressee: (addressee) => [addressee?.name ?? ""],
  checkCode: () => ["7K2M-9QXD-W4TB"],
  // A header, and the spelling.
  replyTo: () => [],
  country: () => [],
  news: () => ["21", "2026-17", "Ruderclub", "https://portal.example/i"],
  debits: ([debit], locale) => [
    formatMoney(debit?.amountCents ?? 0, "EUR", locale),
    new Intl.DateTimeFormat(locale, { month: "long" }).format(new Date("2026-11-04")),
  ],
  pageLink: (address = "") => [address],
  invoiceLeft: (left, locale) => [left?.number ?? "", formatMoney(left?.amountCents ?? 0, "EUR", locale)],
  waiting: (_, locale) => ["31", "41", new Intl.DateTimeFormat(locale, { month: "long" }).format(new Date("2026-11-04")), "20"],
};

/** Types of values that mails of an earlier version lack. */
const optional: readonly ValueType[] = ["addressee", "checkCode", "replyTo", "country", "pageLink", "invoiceLeft"];

/** Values that mails of an earlier version lack, by kind. */
const later: Partial<Record<MailKind, string[]>> = { customerMandateAmended: ["changed"] };

/** Values that some kinds share with others and do not say. */
const unsaid: Partial<Record<MailKind, string[]>> = {
  limitKept: ["when"],
  bankAccountKept: ["when"],
  bankAccountClosed: ["before", "when"],
  // Only choose the words.
  customerMandateAmended: ["changed"],
  customerMandateWithdrawn: ["scheme"],
  debitFileDue: ["task"],
  debitFileLate: ["task"],
};

const kinds = Object.keys(mailKinds) as MailKind[];

function valuesOf(kind: MailKind): Record<string, unknown> {
  return Object.fromEntries(Object.entries(mailKinds[kind]).map(([name, type]: [string, ValueType]) => [name, examples[type](name)]));
}

function tracesOf<Type extends ValueType>(type: Type, name: string, locale: Locale): readonly string[] {
  return traces[type](examples[type](name), locale);
}

describe.each(kinds)("%s", (kind) => {
  test.each(locales)("can be composed and says each of its values, in %s", (locale) => {
    const { subject, body } = mailText(locale, kind, valuesOf(kind));
    expect(subject).not.toBe("");
    expect(`${subject}\n${body}`).not.toMatch(/[{}]|\bundefined\b|\bnull\b|\[object/);
    for (const [name, type] of Object.entries(mailKinds[kind])) {
      if (unsaid[kind]?.includes(name)) continue;
      for (const trace of tracesOf(type, name, locale)) expect(`${subject}\n${body}`, `${name} of ${kind}`).toContain(trace);
      if (type === "link" || type === "secretLink") expect(body).toContain(`\n${examples[type](name)}\n`);
    }
  });

  test("is not composed without one of its values, or with one of another type", () => {
    for (const [name, type] of Object.entries(mailKinds[kind])) {
      const { [name]: left, ...others } = valuesOf(kind);
      expect(left).toBeDefined();
      if (!optional.includes(type) && !later[kind]?.includes(name)) expect(() => mailText("en", kind, others)).toThrow(UncomposableMail);
      expect(() => mailText("en", kind, { ...others, [name]: { is: "private" } })).toThrow(`the value ${name} is no`);
      expect(() => mailText("en", kind, { ...others, [name]: { is: "private" } })).not.toThrow("private");
    }
  });
});

test.each(locales)(
  "an invitation names who invites and the partner; its subject the partner alone, which nobody there can choose, in %s",
  (locale) => {
    const values = { inviter: "Miriam Okafor", partner: "Northbank League" };
    for (const { subject, body } of [mailText(locale, "invitation", { ...values, link }), mailText(locale, "addressInUse", values)]) {
      expect(body).toMatch(/Miriam Okafor[\s\S]*Northbank League/);
      expect(subject).toContain("Northbank League");
      expect(subject).not.toContain("Miriam");
    }
  },
);

test.each(locales)("a mail about an endpoint names it in its subject, in %s", (locale) => {
  const values = { endpoint: "Bookkeeping (hooks.northbank.example)", link, hours: 72 };
  for (const kind of ["endpointFailing", "endpointSwitchedOff", "endpointGone"] as const)
    expect(mailText(locale, kind, values).subject).toContain(values.endpoint);
});

test("values are filled in as they are: no markup, quotes or braces in them are read", () => {
  const partner = "<b>L'{inviter}</b> '{'";
  const { subject, body } = mailText("fr", "invitation", { inviter: "O''Brien", partner, link });
  expect(subject).toBe(`${partner} vous donne accès à ses factures`);
  expect(body).toContain("O''Brien");
});

test("a limit is written as numbers are in the language, and no limit in words", () => {
  const values = { who: "Ana", before: 123_456_70, after: null, when: "2026-11-04T09:21:00.000Z", link };
  const bodyIn = (locale: Locale) => mailText(locale, "limitChanging", values).body;
  expect(bodyIn("de")).toContain("123.456,70");
  expect(bodyIn("en")).toMatch(/123,456\.70[\s\S]*4 November 2026: no limit/);
});

test("no two languages say the same", () => {
  expect(new Set(locales.map((locale) => mailText(locale, "passwordReset", { link }).subject)).size).toBe(locales.length);
});
