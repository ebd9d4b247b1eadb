import { expect, test } from "vitest";
import { isAddressRefused } from "./mail-failures";

test.each([
  ["RCPT TO", "550 5.1.1 <ada@members.example>: Recipient address rejected: User unknown"],
  ["RCPT TO", "550-5.1.1 The email account that you tried to reach does not exist"],
  ["RCPT TO", "556 5.1.10 Recipient address has null MX"],
  ["RCPT TO", "550 5.2.1 Mailbox disabled"],
  ["RCPT TO", "550 No such user here"],
  ["RCPT TO", "553 Mailbox name not allowed"],
  ["DATA", "550 5.1.1 User unknown"],
])("%s: %s is about the address", (command, response) => {
  expect(isAddressRefused({ command, response, responseCode: Number(response.slice(0, 3)) })).toBe(true);
});

test.each([
  ["MAIL FROM", "550 5.1.0 Sender rejected"],
  ["MAIL FROM", "552 5.3.4 Message too big"],
  ["RCPT TO", "550 5.4.5 Daily sending quota exceeded"],
  ["RCPT TO", "554 5.7.1 Relay access denied"],
  ["RCPT TO", "550 5.7.1 Service unavailable, client host blocked"],
  ["RCPT TO", "550 5.1.8 Sender address rejected: Domain not found"],
  ["RCPT TO", "554 Transaction failed"],
  ["RCPT TO", "450 4.1.1 Try later"],
  ["DATA", "550 Rejected as spam"],
  ["DATA", "552 5.2.2 Mailbox full"],
  ["API", ""],
])("%s: %s may be the sender's own fault, or passes", (command, response) => {
  expect(isAddressRefused({ command, response, responseCode: Number(response.slice(0, 3)) })).toBe(false);
});
