/** Whether a browser says that another site's page is what asks. What is no browser says nothing. */
export function isFromElsewhere(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}
