import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Settings } from '../config/settings.js';
import type { FileLinks } from './file-links.js';
import { LocalBlobStore } from './local-blob-store.js';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'suite-blobs-'));
afterAll(() => rm(DATA_DIR, { recursive: true }));
const store = new LocalBlobStore({ DATA_DIR } as Settings, {} as FileLinks);
const key = (letter: string) => letter.repeat(32);
const once = async function* (bytes: Buffer) {
  yield bytes;
};
const bytesOf = async (of: string) => Buffer.concat(await (await store.read(of)).toArray());

describe('pieces of a blob', () => {
  // Longer than all memory that is used again, and no multiple of a piece.
  const bytes = randomBytes(7 * 2 ** 20 + 123);

  it('can be written to another one', async () => {
    await store.write(key('a'), once(bytes));
    await store.write(key('b'), await store.pieces(key('a')));
    expect((await bytesOf(key('b'))).equals(bytes)).toBe(true);
  });

  it('do not mix with those of another reader', async () => {
    const other = bytes.toReversed() as unknown as Buffer;
    await store.write(key('c'), once(Buffer.from(other)));
    const copies = [
      store.write(key('d'), await store.pieces(key('a'))),
      store.write(key('e'), await store.pieces(key('c'))),
    ];
    await Promise.all(copies);
    expect((await bytesOf(key('d'))).equals(bytes)).toBe(true);
    expect((await bytesOf(key('e'))).equals(Buffer.from(other))).toBe(true);
  });

  it('end where the reader stops, and the next one starts anew', async () => {
    for await (const piece of await store.pieces(key('a'))) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await store.write(key('f'), await store.pieces(key('a')));
    expect((await bytesOf(key('f'))).equals(bytes)).toBe(true);
  });

  it('are those of its parts where it came in parts, and none of an empty one', async () => {
    const upload = await store.begin(key('0'));
    const half = bytes.length >> 1;
    const tags = [
      { number: 1, tag: await store.writePart(key('0'), upload, 1, half, once(bytes.subarray(0, half))) },
      { number: 2, tag: await store.writePart(key('0'), upload, 2, half, once(bytes.subarray(half))) },
    ];
    await store.complete(key('0'), upload, tags as never);
    await store.write(key('1'), await store.pieces(key('0')));
    expect((await bytesOf(key('1'))).equals(bytes)).toBe(true);
    await store.write(key('2'), once(Buffer.alloc(0)));
    for await (const _ of await store.pieces(key('2'))) expect.unreachable();
  });

  it('are refused of a blob that is not there', async () => {
    await expect(store.pieces(key('9'))).rejects.toThrow('is not in DATA_DIR');
  });
});
