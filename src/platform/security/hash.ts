import { hash } from 'node:crypto';

/** SHA-256 in hex: the stored form of a random secret (a key, a token, a cookie) that only has to be recognised. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
