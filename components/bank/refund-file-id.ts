/** Id of a file's part of the page. */
export function refundFileId(payoutId: string): string {
  return `refund-file-${payoutId}`;
}
