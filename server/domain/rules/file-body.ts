/** Content types that wrap a file in something else. */
const NO_FILE = /^\s*(?:application\/json|multipart\/|application\/x-www-form-urlencoded)/i;

/** Whether a body with this Content-Type can be a file itself. */
export function isFileBody(contentType: string | null): boolean {
  return !NO_FILE.test(contentType ?? "");
}
