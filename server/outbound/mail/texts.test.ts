import { expect, test } from "vitest";
import { mailTexts } from "./texts";

const values = { inviter: "Miriam Okafor", partner: "Northbank League", link: "https://portal.example/x?token=abc" };

test("every mail says in every language who, for whom and where", () => {
  for (const [locale, texts] of Object.entries(mailTexts)) {
    for (const text of [
      texts.invitation(values),
      texts.passwordReset(values),
      texts.signInWithOrganisation(values),
      texts.passwordChanged(values),
    ]) {
      expect(text.body, locale).toContain(`\n${values.link}\n`);
    }
    for (const { subject, body } of [texts.invitation(values), texts.addressInUse(values)]) {
      for (const said of [subject, body]) expect(said, locale).toMatch(/Miriam Okafor[\s\S]*Northbank League/);
    }
  }
});

test("every mail about an endpoint says in every language which, and where it is looked after", () => {
  const values = { endpoint: "Bookkeeping (hooks.northbank.example)", link: "https://portal.example/developers" };
  for (const [locale, texts] of Object.entries(mailTexts)) {
    const failing = texts.endpointFailing({ ...values, hours: 72 });
    expect(failing.body, locale).toContain("72");
    for (const { subject, body } of [failing, texts.endpointSwitchedOff(values), texts.endpointGone(values)]) {
      for (const said of [subject, body]) expect(said, locale).toContain(values.endpoint);
      expect(body, locale).toContain(`\n${values.link}\n`);
    }
  }
});

test("no two languages say the same", () => {
  const subjects = Object.values(mailTexts).map((texts) => texts.passwordReset(values).subject);
  expect(new Set(subjects).size).toBe(5);
});
