/** The shape of the service's ids other than partners', as a regular expression's source: 40 lowercase hexadecimal characters. */
export const ID_PATTERN = "^[0-9a-f]{40}$";

/** The shape of a partner's id: a number, or 40 hexadecimal characters for partners that were created before ids were numbers. */
export const PARTNER_ID_PATTERN = "^([1-9][0-9]{0,18}|[0-9a-f]{40})$";

const pattern = new RegExp(ID_PATTERN);
const partnerPattern = new RegExp(PARTNER_ID_PATTERN);

/** Whether a text has the shape of an id. The record need not exist. */
export function isId(text: string): boolean {
  return pattern.test(text);
}

export function isPartnerId(text: string): boolean {
  return partnerPattern.test(text);
}
