import type { Locale } from "@/server/domain/locales";
import { companyNameInMail } from "@/server/domain/plain-name";
import { sayInMail } from "@/server/outbound/translations/translators";

/** What a mail says. Plain text: it must look right in every mail program, and there is nothing in it to decorate. */
export interface MailText {
  subject: string;
  body: string;
  /** Whether it holds a link that lets its reader in, or decide: it is then kept encrypted until it is sent. */
  opensAccount: boolean;
}

type Link = { link: string };

type Inviter = { inviter: string; partner: string };

/** An endpoint by the name its partner's people know it by, and where they find it. */
type EndpointMail = Link & { endpoint: string };

/** Who did it, and what the account said and says. */
type BankAccountMail = Link & { company: string; who: string; before: string; after: string; when: string };

/** Name of the person who asked, confirmed or withdrew; limits as numbers, or `none`. */
type LimitMailValues = Link & { who: string; before: string; after: string; when: string };

/** The mails there are, and what each fills in. */
type MailValues = {
  /** An invitation to the portal. The link works for 7 days. */
  invitation: Inviter & Link;
  /** The same where the organisation insists on its own sign-in. */
  invitationToOrganisation: Inviter & Link & { organisation: string };
  /** Into the support team. The link works for 7 days. */
  supportInvitation: Link & { inviter: string };
  /** The link works for an hour. */
  passwordReset: Link;
  /** A request for a new password by a person who has none. */
  signInWithOrganisation: Link;
  /** An organisation's sign-in opens the account from now on. */
  organisationLinked: Link & { organisation: string };
  passwordChanged: Link;
  /** The first sign-in on a device, when there have been others. */
  newDevice: Link & { device: string; when: string };
  /** Strangers have used up their guesses: once a day at most. */
  passwordGuessed: Link;
  factorAdded: Link & { factor: string };
  factorRemoved: Link & { factor: string };
  /** By an administrator or an operator. */
  factorsReset: Link;
  recoveryCodeUsed: Link & { left: string };
  /** The password was right and the codes were not: once a day at most. */
  codeGuessed: Link;
  /** What should be rare, to a partner's administrators. */
  alarmNewAdministrator: Link;
  alarmManyFailures: Link;
  alarmManyRefunds: Link;
  alarmExportOfAll: Link;
  /** A payment or refund above the partner's limit waits for the reader. */
  secondPersonNeeded: Link & { invoiceNumber: string };
  /** The same of a file that gives money back. */
  payoutToApprove: Link & { company: string };
  /** The same of bank statements that bring more than the partner's limit. */
  statementToAccept: Link & { company: string };
  /** Such statements that nobody can accept: from a moment on, anybody who works on money can. */
  nobodyToAccept: Link & { company: string; when: string };
  /** An act above the partner's limit that nobody can approve: from a moment on its author may do it alone. */
  nobodyToApprove: Link & { when: string };
  /** The limit above which a second person is asked is to be raised or removed, was, or stays. `none`: no limit. */
  limitChanging: LimitMailValues;
  limitChanged: LimitMailValues;
  limitKept: LimitMailValues;
  /** What a company is paid into changes at a moment, unless somebody withdraws it. */
  bankAccountChanging: BankAccountMail;
  /** It is in force. */
  bankAccountChanged: BankAccountMail;
  /** A change was withdrawn. */
  bankAccountKept: BankAccountMail;
  bankAccountClosed: BankAccountMail;
  /** What happened on the reader's invoices; the link leads to where they choose how often. */
  news: Link & { list: string };
  /** How many payments wait at the desk of the reader's companies; `settings` leads to where they stop the mail. */
  deskWaits: Link & { list: string; settings: string };
  /** An invitation of an address that has an account elsewhere, which the inviter is not told. */
  addressInUse: Inviter;
  /** Every notification to an endpoint has failed for this many hours. */
  endpointFailing: EndpointMail & { hours: string };
  /** Every notification has failed for 5 days: nothing is sent to it any more. */
  endpointSwitchedOff: EndpointMail;
  /** It answered 410: nothing is sent to it any more. */
  endpointGone: EndpointMail;
  /** To the address that a customer had until now. What the new one is, is not its reader's to know. */
  customerAddressChanged: { company: string; invoiceNumber: string };
  /** In the place of one that has ended. */
  customerLinkRenewed: Link & { company: string; invoiceNumber: string };
  /** To the address that a customer had before, with the new account number veiled: the link confirms it. */
  customerAccountToConfirm: Link & { company: string; invoiceNumber: string; iban: string };
  /** To the address known before: a partner's system has changed the account number, which is veiled. */
  customerAccountChanged: { company: string; invoiceNumber: string; iban: string };
};

export type BankAccountMailKind = Extract<keyof MailValues, `bankAccount${string}`>;

export type EndpointMailKind = Extract<keyof MailValues, `endpoint${string}`>;

const openingAccounts: readonly (keyof MailValues)[] = [
  "invitation",
  "supportInvitation",
  "passwordReset",
  "customerAccountToConfirm",
  "customerLinkRenewed",
];

const FOOTER = "-- \nInvoice Collection Service\n";

export function mailText<Kind extends keyof MailValues>(locale: Locale, kind: Kind, values: MailValues[Kind]): MailText {
  const say = sayInMail[locale];
  const mail: keyof MailValues = kind;
  const given: Record<string, string> = values;
  const { company } = given;
  const filledIn = company === undefined ? given : { ...given, company: companyNameInMail(company) };
  return {
    subject: say(`${mail}.subject`, filledIn),
    body: `${say(`${mail}.body`, filledIn)}\n\n${FOOTER}`,
    opensAccount: openingAccounts.includes(mail),
  };
}
