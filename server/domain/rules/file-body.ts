/** Content types of bodies that are not one file, such as a form with a file in it. */
const NO_FILE = /^\s*(?:application\/json|multipart\/|application\/x-www-form-urlencoded)/i;

/** Whether a body with this Content-Type can be a file and nothing else. */
export function isFileBody(contentType: string | null): boolean {
  return !NO_FILE.test(contentType ?? "");
}
