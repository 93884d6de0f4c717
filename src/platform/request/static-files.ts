import type { Response } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { notFound } from '../errors/api-error.js';
import { codingFor, type Coding, compress, WORTHWHILE_BYTES } from './compression.js';

const compressed = (coding: Coding, bytes: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    compress(coding, bytes, (error, small) => (error ? reject(error) : resolve(small)), true),
  );

/**
 * Static files under a URL with the digest of all of them: browsers cache them forever, and a new version has a new URL. Each
 * is read and compressed on first use.
 */
export class StaticFiles {
  /** The version in the address. */
  readonly version: string;
  readonly #sizes = new Map<string, number>();
  readonly #coded = new Map<string, Promise<Buffer>>();

  /** `files`: by name, the text itself or the `file:` address of it. */
  constructor(private readonly files: ReadonlyMap<string, string | URL>) {
    const digest = createHash('sha256');
    for (const name of files.keys()) {
      const bytes = this.#read(name);
      this.#sizes.set(name, bytes.length);
      digest.update(name).update(bytes);
    }
    this.version = digest.digest('hex').slice(0, 12);
  }

  /** 404 for a name that is none of them. */
  async send(response: Response, version: string, name: string): Promise<void> {
    if (!this.files.has(name)) throw notFound();
    // During a rolling update a page may request files of the other version.
    const caching = version === this.version ? 'public, max-age=31536000, immutable' : 'no-cache';
    const compressible = this.#sizes.get(name)! >= WORTHWHILE_BYTES && !name.endsWith('.png');
    const coding = compressible ? codingFor(response.req.headers['accept-encoding']) : null;
    response.set('Cache-Control', caching).type(name.slice(name.lastIndexOf('.')));
    if (compressible) response.vary('Accept-Encoding');
    if (!coding) return void response.send(this.#read(name));
    const key = `${coding} ${name}`;
    if (!this.#coded.has(key)) this.#coded.set(key, compressed(coding, this.#read(name)));
    const bytes = await this.#coded.get(key)!;
    response.set('Content-Encoding', coding).send(bytes);
  }

  #read(name: string): Buffer {
    const file = this.files.get(name)!;
    return typeof file === 'string' ? Buffer.from(file) : readFileSync(file);
  }
}
