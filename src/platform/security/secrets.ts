import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Settings } from '../config/settings.js';

/** A column of ciphertexts. */
export interface SealedColumn {
  table: string;
  column: string;
  /**
   * Whether the values are long-lived. Startup is refused if no lasting value can be decrypted. Queued mail and saved responses
   * expire in days, so they do not count.
   */
  lasting: boolean;
}

/** Marker for an abandoned ciphertext; decrypting it throws. */
export const ABANDONED = 'given-up';

interface MasterKey {
  id: string;
  master: string;
  cipher: Buffer;
}

/**
 * Reversible encryption with keys derived from SECRETS_KEY. Ciphertexts contain a key id, so that SECRETS_KEY_PREVIOUS still
 * decrypts older ones.
 */
@Injectable()
export class Secrets {
  /** The current key, then the previous one. */
  readonly #keys: readonly MasterKey[];
  readonly #columns: SealedColumn[] = [];

  constructor({ SECRETS_KEY, SECRETS_KEY_PREVIOUS, DATA_DIR }: Settings) {
    const masters = [SECRETS_KEY ?? keyOfDataDir(DATA_DIR), ...(SECRETS_KEY_PREVIOUS ? [SECRETS_KEY_PREVIOUS] : [])];
    this.#keys = masters.map((master) => ({
      id: derived(master, 'key id').subarray(0, 6).toString('base64url'),
      master,
      cipher: derived(master, 'secrets'),
    }));
  }

  /** Key ids, the current one first. They reveal nothing about the keys. */
  get keyIds(): string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Every declared column of ciphertexts. */
  get columns(): readonly SealedColumn[] {
    return this.#columns;
  }

  /** Registers encrypted columns, for key rotation. */
  keptIn(table: string, columns: readonly string[], { lasting }: { lasting: boolean }): void {
    this.#columns.push(...columns.map((column) => ({ table, column, lasting })));
  }

  /** A key of 32 bytes for one purpose. */
  derive(purpose: string): Buffer {
    return this.deriveAll(purpose)[0]!;
  }

  /** Derived keys from SECRETS_KEY and SECRETS_KEY_PREVIOUS, to verify values made before a rotation. */
  deriveAll(purpose: string): Buffer[] {
    return this.#keys.map(({ master }) => derived(master, purpose));
  }

  /** AES-256-GCM; the result is text: `v2.<id of the key>.<nonce, tag and ciphertext>`. */
  encrypt(text: string): string {
    const { id, cipher: key } = this.#keys[0]!;
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v2.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Throws when the text was made with a key that is not known. */
  decrypt(sealed: string): string {
    const [version, id, text = ''] = sealed.split('.');
    const key = version === 'v2' ? this.#keys.find((known) => known.id === id) : undefined;
    if (!key) throw new Error('This was encrypted with a key that is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS.');
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.cipher, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

const derived = (master: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, 'workspace-suite', purpose, 32));

/** Outside production a key is made at the first start and kept beside the data it protects. */
function keyOfDataDir(directory: string): string {
  const file = join(directory, 'secrets.key');
  mkdirSync(directory, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
