import { expect, test } from "vitest";
import { locales } from "@/server/domain/locales";
import { mailText } from "./mail-text";

const link = "https://portal.example/x?token=abc";

test.each(locales)("every mail with a link has it on a line of its own, in %s", (locale) => {
  const mails = [
    mailText(locale, "invitation", { inviter: "Miriam Okafor", partner: "Northbank League", link }),
    mailText(locale, "passwordReset", { link }),
    mailText(locale, "signInWithOrganisation", { link }),
    mailText(locale, "passwordChanged", { link }),
  ];
  for (const { body } of mails) expect(body).toContain(`\n${link}\n`);
});

test.each(locales)("an invitation names who invites and the partner, in %s", (locale) => {
  const values = { inviter: "Miriam Okafor", partner: "Northbank League" };
  for (const { subject, body } of [mailText(locale, "invitation", { ...values, link }), mailText(locale, "addressInUse", values)]) {
    for (const text of [subject, body]) expect(text).toMatch(/Miriam Okafor[\s\S]*Northbank League/);
  }
});

test.each(locales)("a mail about an endpoint names it and links to the developers' pages, in %s", (locale) => {
  const values = { endpoint: "Bookkeeping (hooks.northbank.example)", link, hours: "72" };
  const kinds = ["endpointFailing", "endpointSwitchedOff", "endpointGone"] as const;
  for (const { subject, body } of kinds.map((kind) => mailText(locale, kind, values))) {
    for (const text of [subject, body]) expect(text).toContain(values.endpoint);
    expect(body).toContain(`\n${link}\n`);
  }
  expect(mailText(locale, "endpointFailing", values).body).toContain("72");
});

test("values are filled in as they are: no markup, quotes or braces in them are read", () => {
  const partner = "<b>L'{inviter}</b> '{'";
  expect(mailText("fr", "invitation", { inviter: "O''Brien", partner, link }).subject).toBe(`O''Brien vous invite chez ${partner}`);
});

test("a mail that lacks a value is not written", () => {
  const values: { link: string } = JSON.parse("{}");
  expect(() => mailText("en", "passwordReset", values)).toThrow("link");
});

test("no two languages say the same", () => {
  expect(new Set(locales.map((locale) => mailText(locale, "passwordReset", { link }).subject)).size).toBe(locales.length);
});
