import { expect, test } from "vitest";
import { companyNameInMail, isCompanyName, isPlainName } from "./plain-name";

test.each([
  ["Club\r\nBcc: ada@members.example", "Club Bcc: ada members.example"],
  ["Visit https://evil.example now", "Visit https evil.example now"],
  ["Club, WWW.evil.example", "Club, WWW evil.example"],
  ["Club\u2028Pay here", "Club Pay here"],
  ["pay@evil.example", "pay evil.example"],
  ["Tab\tClub", "Tab Club"],
])("a company cannot be named %j, and mails show it as %j", (name, shown) => {
  expect(isCompanyName(name)).toBe(false);
  expect(companyNameInMail(name)).toBe(shown);
  expect(isCompanyName(companyNameInMail(name))).toBe(true);
});

test.each(["Football Club Northbank 1893 e.V.", "Culture @ Home", "Kultur@Haus", "St. Mary’s (Youth) & Co.", "北京俱乐部", "S.C. Awww"])(
  "a company may have the name %j, and mails show it unchanged",
  (name) => {
    expect(isPlainName(name)).toBe(true);
    expect(isCompanyName(name)).toBe(true);
    expect(companyNameInMail(name)).toBe(name);
  },
);
