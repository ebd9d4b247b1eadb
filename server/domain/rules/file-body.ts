/** Content types of bodies that contain a file within something else. */
const NO_FILE = /^\s*(?:application\/json|multipart\/|application\/x-www-form-urlencoded)/i;

/** Whether a body with this Content-Type can be a file as such. */
export function isFileBody(contentType: string | null): boolean {
  return !NO_FILE.test(contentType ?? "");
}
