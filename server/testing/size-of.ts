/** Returns the size of a test that takes longer the more it tries: small in `npm test`, large in `npm run test:long`. */
export function sizeOf({ small, large }: { small: number; large: number }): number {
  return process.env.LONG_TESTS ? large : small;
}
