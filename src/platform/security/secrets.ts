import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Settings } from '../config/settings.js';

/** Encrypts secrets that must be kept readable, with keys derived from SECRETS_KEY. */
@Injectable()
export class Secrets {
  readonly #master: string;
  readonly #key: Buffer;

  constructor(settings: Settings) {
    this.#master = settings.SECRETS_KEY ?? keyOfDataDir(settings.DATA_DIR);
    this.#key = this.derive('secrets');
  }

  /** A key of 32 bytes for one purpose. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, 'workspace-suite', purpose, 32));
  }

  /** AES-256-GCM; the result is text. */
  encrypt(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Throws when the text was not made with this key. */
  decrypt(sealed: string): string {
    const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

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
