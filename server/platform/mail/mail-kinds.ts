import { z } from "zod";
import { newsKinds } from "@/server/domain/rules/news";

/**
 * Types of values in mails. A mail is queued with raw values, which are formatted in the reader's language when it is sent
 * (`mail-text.ts`). Stored mails contain these shapes: a version that changes one cannot compose mails that an earlier version has queued.
 */
const valueTypes = {
  text: z.string(),
  /** Company name as the partner gave it. */
  company: z.string(),
  link: z.string(),
  /** Link that signs its reader in or decides something. A mail that has one is stored encrypted. */
  secretLink: z.string(),
  /** Moment in ISO 8601. */
  moment: z.iso.datetime(),
  count: z.int(),
  /** Limit in cents; null: no limit. */
  limit: z.int().nullable(),
  /** Bank account with its complete number; null: none. */
  account: z.object({ holder: z.string(), iban: z.string() }).nullable(),
  /** Name of a device; empty: unknown. */
  device: z.string(),
  /** Name by which a customer is greeted; null: none. Absent, like the next three, in mails queued before there were check codes. */
  addressee: z.object({ kind: z.enum(["person", "organisation"]), name: z.string() }).nullish(),
  /** Code with which the customer can check the mail. */
  checkCode: z.string().optional(),
  /** Address for the customer's answer. */
  replyTo: z.string().optional(),
  /** The company's country, which decides how German is spelled. */
  country: z.string().optional(),
  /** News by kind: the number of invoices, and the first of them. */
  news: z.array(
    z.object({
      kind: z.enum(newsKinds),
      count: z.int(),
      listed: z.array(z.object({ number: z.string(), company: z.string(), link: z.string() })),
    }),
  ),
  /** Payments that wait at the desks, and the number of invoices that they hold. `isTooLong`: the oldest waits for too many days. */
  waiting: z.object({ payments: z.int(), invoices: z.int(), oldestOn: z.iso.date(), isTooLong: z.boolean() }),
  /** Planned direct debits in euros, by day, and the account, masked. Absent in mails queued before accounts were named. */
  debits: z.array(z.object({ amountCents: z.int(), collectOn: z.iso.date(), iban: z.string().optional() })),
  /** Link to the customer's page. Absent, like the next one, in mails queued before mails about mandates had one. A mail that has one is stored encrypted. */
  pageLink: z.string().optional(),
  /**
   * Amount left to pay of an invoice, in cents, and how: it is to be collected by direct debit, paid by a day, or paid in instalments (`parts`).
   * `bank`: the bank already has a debit of it. `other`: by no day that is known. Null: nothing is said of it.
   */
  invoiceLeft: z
    .object({
      state: z.enum(["debit", "bank", "parts", "pay", "other"]),
      number: z.string(),
      amountCents: z.int(),
      payBy: z.iso.date().nullable(),
    })
    .nullish(),
} as const satisfies Record<string, z.ZodType>;

export type ValueType = keyof typeof valueTypes;

export type Value<Type extends ValueType> = z.infer<(typeof valueTypes)[Type]>;

const inviter = { inviter: "text", partner: "text" } as const;
/** Endpoint: its name in the portal, and a link to it. */
const endpoint = { endpoint: "text", link: "link" } as const;
/** Change of a company's account: its author, and the account before and after. */
const bankAccount = { company: "company", who: "text", before: "account", after: "account", when: "moment", link: "link" } as const;
/** Change of a partner's limit. `who`: the person who asked, confirmed or withdrew. */
const limit = { who: "text", before: "limit", after: "limit", when: "moment", link: "link" } as const;
/** Mail to a customer about their own details on an invoice. */
const customerInvoice = {
  company: "company",
  invoiceNumber: "text",
  addressee: "addressee",
  checkCode: "checkCode",
  replyTo: "replyTo",
  country: "country",
} as const;

/** A mandate for direct debits; the IBAN is masked. */
const ofMandate = { holder: "text", iban: "text", reference: "text" } as const;

/** A file of direct debits, and the number of its debits that wait. `settings` links to where the mail is switched off. */
const ofDebitFile = { company: "company", count: "count", link: "link", settings: "link" } as const;

/** Kinds of mails, each with its values and their types. The words are in `translations`, under the kind's name. */
export const mailKinds = {
  /** Invitation to the portal. The link works for 7 days. */
  invitation: { ...inviter, link: "secretLink" },
  /** Invitation to the portal, where the organisation requires its own sign-in. */
  invitationToOrganisation: { ...inviter, organisation: "text", link: "link" },
  /** Invitation to the support team. The link works for 7 days. */
  supportInvitation: { inviter: "text", link: "secretLink" },
  /** The link works for an hour. */
  passwordReset: { link: "secretLink" },
  /** Request for a new password by a person who signs in with their organisation. */
  signInWithOrganisation: { link: "link" },
  /** The organisation's sign-in now opens the account. */
  organisationLinked: { organisation: "text", link: "link" },
  passwordChanged: { link: "link" },
  /** The first sign-in on a device that was not used before. */
  newDevice: { device: "device", when: "moment", link: "link" },
  /** Strangers have used up the sign-in attempts: at most once a day. */
  passwordGuessed: { link: "link" },
  factorAdded: { factor: "text", link: "link" },
  factorRemoved: { factor: "text", link: "link" },
  /** All second factors were removed by an administrator or an operator. */
  factorsReset: { link: "link" },
  recoveryCodeUsed: { left: "count", link: "link" },
  /** The password was right but the codes were wrong: at most once a day. */
  codeGuessed: { link: "link" },
  /** Unusual events, to a partner's administrators. */
  alarmNewAdministrator: { link: "link" },
  alarmManyFailures: { link: "link" },
  alarmManyRefunds: { link: "link" },
  alarmExportOfAll: { link: "link" },
  /** A payment or refund above the partner's limit waits for the reader. */
  secondPersonNeeded: { invoiceNumber: "text", link: "link" },
  /** A file that gives money back waits for the reader. */
  payoutToApprove: { company: "company", link: "link" },
  /** A file of direct debits waits for the reader. */
  debitsToApprove: { company: "company", link: "link" },
  /** A bank reported that payees' names do not match their accounts, which waits for the reader. */
  payeesToDecide: { company: "company", link: "link" },
  /** A bank's report disagrees with what is recorded about a file that gives money back. */
  refundsToCheck: { company: "company", link: "link" },
  /** A bank's report disagrees with what is recorded about a file of direct debits. */
  debitsToCheck: { company: "company", link: "link" },
  /** A bank refuses a file of direct debits, or a batch of one, and nothing of it is collected until the reader acts. */
  debitsRefused: { company: "company", link: "link" },
  /** Bank statements whose payments exceed the partner's limit wait for the reader. */
  statementToAccept: { company: "company", link: "link" },
  /** Bank statements above the limit that no second person can accept: after `when`, anybody who decides about money can. */
  nobodyToAccept: { company: "company", when: "moment", link: "link" },
  /** An act above the partner's limit that no second person can approve: after `when` its author may approve it alone. */
  nobodyToApprove: { when: "moment", link: "link" },
  /** The limit above which a second person is asked will be raised or removed, was changed, or stays. */
  limitChanging: limit,
  limitChanged: limit,
  limitKept: limit,
  /** The account that a company is paid into changes at `when`, unless somebody withdraws the change. */
  bankAccountChanging: bankAccount,
  /** The change is in force. */
  bankAccountChanged: bankAccount,
  /** The change was withdrawn. */
  bankAccountKept: bankAccount,
  bankAccountClosed: bankAccount,
  /** News of the reader's invoices. The link leads to the setting for how often they come. */
  news: { list: "news", link: "link" },
  /** Payments that wait at the desks of the reader's companies. `settings` links to where the mail is switched off. */
  deskWaits: { list: "waiting", link: "link", settings: "link" },
  /** Planned direct debits that are in no file on the day before `when`, by which the bank must have them. `settings` as above. */
  debitsDue: { company: "company", count: "count", when: "moment", link: "link", settings: "link" },
  /** Planned direct debits that are in no file although the bank must have had them. */
  debitsLate: { company: "company", count: "count", link: "link", settings: "link" },
  /** A file that nobody has downloaded on the day before `when`, by which the bank must have it. `task`: `approve` or `download`. */
  debitFileDue: { ...ofDebitFile, task: "text", when: "moment" },
  /** A file that nobody has downloaded although the bank must have had it. `task` as above. */
  debitFileLate: { ...ofDebitFile, task: "text" },
  /** Debits of a downloaded file whose mandate was withdrawn since: that of `holder`, and `others`. */
  debitFileMandateWithdrawn: { ...ofDebitFile, holder: "text", others: "count" },
  /** Debits of a file of which no statement shows what became of them, bank days after the collection. */
  debitFileUnanswered: ofDebitFile,
  /** A withdrawn file that the bank has named since. */
  debitFileNamed: ofDebitFile,
  /** A withdrawn file that the bank has named since, and whose debits are in a newer file: both names of files. */
  debitFileTwice: { company: "company", earlier: "text", newer: "text", count: "count", link: "link" },
  /** Invitation for an address that already has an account elsewhere. The inviter is not told. */
  addressInUse: inviter,
  /** Every notification to an endpoint has failed for `hours`. */
  endpointFailing: { ...endpoint, hours: "count" },
  /** Every notification has failed for 5 days: the endpoint was switched off. */
  endpointSwitchedOff: endpoint,
  /** The endpoint answered 410 and was switched off. */
  endpointGone: endpoint,
  /** To the customer's previous address. It does not reveal the new one. */
  customerAddressChanged: customerInvoice,
  /** A new link that replaces one that has ended. */
  customerLinkRenewed: { ...customerInvoice, link: "secretLink" },
  /** To the customer's previous address: the link confirms the new account number, which is masked. */
  customerAccountToConfirm: { ...customerInvoice, iban: "text", link: "secretLink" },
  /** To the customer's previous address: a partner's system has changed the account number, which is masked. */
  customerAccountChanged: { ...customerInvoice, iban: "text" },
  /** The payer gave a mandate for direct debits on the customer's page, or another account for it. `text`: what they agreed to. */
  customerMandateGiven: { ...customerInvoice, ...ofMandate, when: "moment", text: "text", invoice: "invoiceLeft", page: "pageLink" },
  /**
   * Staff recorded another account for a mandate. `former`: the account until then, masked. `changed`: `account`; or `holder` if the
   * account number stays, and only its holder changed. `debits`: the mandate's planned debits.
   */
  customerMandateAmended: {
    ...{ ...customerInvoice, ...ofMandate, changed: "text", former: "text", when: "moment", debits: "debits" },
  },
  /** The payer withdrew a mandate on the page. */
  customerMandateWithdrawn: { ...customerInvoice, ...ofMandate, scheme: "text", when: "moment", invoice: "invoiceLeft", page: "pageLink" },
} as const satisfies Record<string, Record<string, ValueType>>;

export type MailKind = keyof typeof mailKinds;

/** Values of each kind of mail. */
export type MailValues = {
  [Kind in MailKind]: { [Name in keyof (typeof mailKinds)[Kind]]: ValueOf<(typeof mailKinds)[Kind][Name]> };
};

type ValueOf<Type> = Type extends ValueType ? Value<Type> : never;

/** Kinds of mails to customers. */
export type CustomerMailKind = MailKindOf<"customer">;

export function isCustomerMailKind(kind: MailKind): kind is CustomerMailKind {
  return kind.startsWith("customer");
}

/** Kinds that begin with this word. */
export type MailKindOf<Beginning extends string> = Extract<MailKind, `${Beginning}${string}`>;

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailKinds, kind);
}

/** Returns the values of a kind, by name and type. */
export function typesOf(kind: MailKind): { name: string; type: ValueType }[] {
  return Object.entries(mailKinds[kind]).map(([name, type]: [string, ValueType]) => ({ name, type }));
}

/** Returns a mail's values, with those that it lacks if an earlier version queued it. */
export function withLaterValues(kind: MailKind, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (kind !== "customerMandateAmended" || values.changed !== undefined) return values;
  return { ...values, changed: values.iban === values.former ? "holder" : "account" };
}

/** Returns the name and type of a value that is missing or does not have its type; undefined if all fit. */
export function findMisfit(kind: MailKind, values: Readonly<Record<string, unknown>>): { name: string; type: ValueType } | undefined {
  return typesOf(kind).find(({ name, type }) => !valueTypes[type].safeParse(values[name]).success);
}

/** Whether a mail of this kind has a link that signs its reader in or decides something. */
export function hasSecretLink(kind: MailKind): boolean {
  return typesOf(kind).some(({ type }) => type === "secretLink" || type === "pageLink");
}
