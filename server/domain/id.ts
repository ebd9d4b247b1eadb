/** The shape of every id of the service, as a regular expression's source: 40 lowercase hexadecimal characters. */
export const ID_PATTERN = "^[0-9a-f]{40}$";

const pattern = new RegExp(ID_PATTERN);

/** Whether a text has the shape of an id. It says nothing about whether the record exists. */
export function isId(text: string): boolean {
  return pattern.test(text);
}
