import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds of a time step. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Accepted clock skew in time steps. */
const MAX_SKEW_STEPS = 1;

/** A time-based one-time password (RFC 6238): HMAC-SHA-1, which every authenticator app knows. */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step of a time, in milliseconds since 1970. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_SECONDS);

/** The time step near `now` that matches a code, or null. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  const given = Buffer.from(code);
  for (let ahead = -MAX_SKEW_STEPS; ahead <= MAX_SKEW_STEPS; ahead++) {
    const step = stepAt(now) + ahead;
    const wanted = Buffer.from(codeOf(secret, step));
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return step;
  }
  return null;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding, as authenticator apps read secrets. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [...bits.matchAll(/.{1,5}/g)].map(([five]) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** URI for the QR code of an authenticator app. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    digits: String(DIGITS),
    period: String(STEP_SECONDS),
  });
  // Authenticator apps do not decode + as a space.
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${query.toString().replaceAll('+', '%20')}`;
}
