import { hash } from 'node:crypto';

/** SHA-256 in hex: the stored form of high-entropy secrets (keys, tokens, cookies) that are only compared. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
