import { expect, test } from "vitest";
import { locales } from "@/server/domain/formats/locales";
import { mailText } from "./mail-text";

const link = "https://portal.example/x?token=abc";

test.each(locales)("every mail with a link has it on a line of its own, in %s", (locale) => {
  const mails = [
    mailText(locale, "invitation", { inviter: "Miriam Okafor", partner: "Northbank League", link }),
    mailText(locale, "invitationToOrganisation", { inviter: "Miriam Okafor", partner: "Northbank League", organisation: "League", link }),
    mailText(locale, "organisationLinked", { organisation: "League", link }),
    mailText(locale, "supportInvitation", { inviter: "Miriam Okafor", link }),
    mailText(locale, "passwordReset", { link }),
    mailText(locale, "signInWithOrganisation", { link }),
    mailText(locale, "passwordChanged", { link }),
    mailText(locale, "passwordGuessed", { link }),
    mailText(locale, "newDevice", { link, device: "Firefox, Linux", when: "today" }),
  ];
  for (const { body } of mails) expect(body).toContain(`\n${link}\n`);
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
  const { subject, body } = mailText("fr", "invitation", { inviter: "O''Brien", partner, link });
  expect(subject).toBe(`${partner} vous donne accès à ses factures`);
  expect(body).toContain("O''Brien");
});

test("a mail with a missing value is not written", () => {
  const values: { link: string } = JSON.parse("{}");
  expect(() => mailText("en", "passwordReset", values)).toThrow("link");
});

test("no two languages say the same", () => {
  expect(new Set(locales.map((locale) => mailText(locale, "passwordReset", { link }).subject)).size).toBe(locales.length);
});
