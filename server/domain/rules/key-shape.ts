/**
 * First 8 of the 64 hexadecimal characters of an API key, by which scanners find keys that were published by mistake. 48 random characters
 * follow, then the CRC-32 of these 56 in 8 characters.
 */
export const KEY_MARKER = "1c5b1115";

const CHECKSUM_LENGTH = 8;

/**
 * Matches the three shapes of keys in use, each with 64 hexadecimal characters: beginning with the marker (the latest), after `ics_`, and
 * with neither (the oldest). The first two are recognised even if they are cut off. The oldest is recognised only as exactly 64
 * characters, because ids (40) and other hashes have other lengths. A percent-encoded character, such as `%2F`, may precede a key.
 */
const KEYS = new RegExp(`(?:ics_|${KEY_MARKER})[0-9a-f]{16,}|(?:(?<=%[0-9a-f]{2})|(?<![0-9a-f]))[0-9a-f]{64}(?![0-9a-f])`, "gi");

/** Returns the text with each API key in it replaced by `…`, for logs: a key may be sent by mistake where an id belongs. */
export function withoutKeys(text: string): string {
  return text.replace(KEYS, "…");
}

/** Returns the 56 characters followed by their checksum. */
export function withChecksum(start: string): string {
  return start + crc32(start).toString(16).padStart(CHECKSUM_LENGTH, "0");
}

/**
 * Whether a key has the marker but a wrong checksum: mistyped, truncated or invented. One in 2^32 keys of the oldest shape has the marker
 * by chance, so such a key may still exist.
 */
export function hasWrongChecksum(key: string): boolean {
  return key.startsWith(KEY_MARKER) && withChecksum(key.slice(0, -CHECKSUM_LENGTH)) !== key;
}

/** CRC-32 of ASCII text, as in zlib, gzip and PNG (polynomial 0xEDB88320). Node has its own only from 20.15, and browsers have none. */
function crc32(text: string): number {
  let remainder = 0xff_ff_ff_ff;
  for (let index = 0; index < text.length; index += 1) {
    remainder ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~remainder >>> 0;
}
