/** Control characters, line breaks, and text that mail programs turn into a link. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|www\./iu;
const EMAIL_ADDRESS = /[^\s<>"]+@[^\s<>"]+\.[^\s<>"]+/u;

/** Whether a name is one line without a web address. Mails show names, and readers would take an address in a name for the service's. */
export function isPlainName(name: string): boolean {
  return !NOT_PLAIN.test(name);
}

/** Whether a company may have this name: one line, without a web or e-mail address, because it is the sender's name in mails. */
export function isCompanyName(name: string): boolean {
  return isPlainName(name) && !EMAIL_ADDRESS.test(name);
}

/**
 * Returns a company's name for mails: one line, without a clickable address. A name from an earlier version or a partner's system may have
 * several lines, or contain an address.
 */
export function companyNameInMail(name: string): string {
  return isCompanyName(name) ? name : name.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+|:\/\/|(?<=www)\.|@/giu, " ").trim();
}
