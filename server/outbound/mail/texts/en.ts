import { letter, type MailTexts } from "@/server/outbound/mail/mail-text";

export const en: MailTexts = {
  invitation: ({ inviter, partner, link }) => ({
    subject: `${inviter} invites you to ${partner}`,
    body: letter([
      "Hello,",
      `${inviter} has given you access to the invoices of ${partner}. Choose a password here, and you can begin:`,
      link,
      "The link works once, for 7 days. If you do not know what this is about, you need not do anything.",
    ]),
  }),
  passwordReset: ({ link }) => ({
    subject: "Choose a new password",
    body: letter([
      "Hello,",
      "Somebody, probably you, has asked for a new password for this address. Choose it here:",
      link,
      "The link works once, for one hour. If it was not you, you need not do anything: your password stays as it is.",
    ]),
  }),
  signInWithOrganisation: ({ link }) => ({
    subject: "You sign in with your organisation",
    body: letter([
      "Hello,",
      "Somebody, probably you, has asked for a new password for this address. Your account has none: you sign in with your organisation.",
      link,
    ]),
  }),
  passwordChanged: ({ link }) => ({
    subject: "Your password was changed",
    body: letter([
      "Hello,",
      "Your password was changed just now, and you were signed out everywhere else.",
      "If it was not you, choose a new one here at once, and tell your administrator:",
      link,
    ]),
  }),
  addressInUse: ({ inviter, partner }) => ({
    subject: `${inviter} wanted to invite you to ${partner}`,
    body: letter([
      "Hello,",
      `${inviter} wanted to give you access to the invoices of ${partner}. This address has an account already, and an address can have only one.`,
      `${inviter} was not told where. If you want the access, give them another address of yours.`,
    ]),
  }),
  endpointFailing: ({ endpoint, hours, link }) => ({
    subject: `Notifications to ${endpoint} fail`,
    body: letter([
      "Hello,",
      `For ${hours} hours, every notification to ${endpoint} has failed. We keep trying, and nothing is lost: everything it has not confirmed will still be delivered.`,
      "After 5 days without a success the endpoint is switched off. See here what it answers:",
      link,
    ]),
  }),
  endpointSwitchedOff: ({ endpoint, link }) => ({
    subject: `Notifications to ${endpoint} are switched off`,
    body: letter([
      "Hello,",
      `For 5 days, every notification to ${endpoint} has failed. So it is switched off, and nothing is sent to it any more.`,
      "Nothing is lost: once you switch it on again, it is told of everything that it has not confirmed. You do that here:",
      link,
    ]),
  }),
  endpointGone: ({ endpoint, link }) => ({
    subject: `Notifications to ${endpoint} are switched off`,
    body: letter([
      "Hello,",
      `${endpoint} answered 410 (gone) to a notification, which means that it wants none. So it is switched off, and nothing is sent to it any more.`,
      "If that was a mistake, switch it on again, and it is told of everything that it has not confirmed. You do that here:",
      link,
    ]),
  }),
  customerAddressChanged: ({ company, invoiceNumber }) => ({
    subject: `Your address for invoice ${invoiceNumber} was changed`,
    body: letter([
      "Hello,",
      `Somebody, probably you, has changed the e-mail address for invoice ${invoiceNumber} of ${company}. Messages about it no longer come to this address.`,
      `If it was not you, please tell ${company}.`,
    ]),
  }),
};
