import { IsUrl, Matches } from 'class-validator';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ApiError, isPlainHttp, NestedList, read, Text } from '../../platform/index.js';
import type { DeploymentView } from './deployment.dto.js';
import type { DirectoryView } from './directory.dto.js';

/** Milliseconds after which a cell counts as one that does not answer. */
const PATIENCE_MS = 30_000;

class CellFacts {
  @Matches(/^[a-z][a-z0-9-]{0,30}$/, { message: '$property has up to 31 lower-case letters, digits and hyphens.' })
  @Text({ description: 'Lower-case letters, digits and hyphens.' })
  name: string;

  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  @Text({ max: 2_000, description: 'Its BASE_URL.' })
  url: string;

  @Text({ max: 4_096, description: 'File with a key of an operator, beside the file of cells.' }) key_file: string;
}

class Cells {
  @NestedList(() => CellFacts, { minItems: 1, maxItems: 1_000 }) cells: CellFacts[];
}

/** A deployment that operators of several know, and what it tells them. */
export class Cell {
  private constructor(
    readonly name: string,
    readonly url: string,
    private readonly key: string,
  ) {}

  /** The cells of a file: `{"cells": [{"name": "a", "url": "https://a.example.com", "key_file": "a.key"}]}`. */
  static async of(file: string): Promise<Cell[]> {
    const { cells } = readFacts(await readFile(file, 'utf8'), file);
    for (const fact of ['name', 'url'] as const) {
      const values = cells.map((cell) => cell[fact]);
      const twice = values.find((value, index) => values.indexOf(value) !== index);
      if (twice !== undefined) throw new Error(`${file}: two cells have the ${fact} ${twice}.`);
    }
    const plain = cells.find(({ url }) => isPlainHttp(url));
    if (plain)
      throw new Error(
        `${file}: the url of ${plain.name} must begin with https://, as a key of an operator goes there.`,
      );
    return Promise.all(
      cells.map(async ({ name, url, key_file }) => {
        const key = await readFile(resolve(dirname(file), key_file), 'utf8');
        return new Cell(name, url.replace(/\/$/, ''), key.trim());
      }),
    );
  }

  /** Version, size and delays. */
  deployment = (): Promise<DeploymentView> => this.#get('/v1/operations/deployment');

  /** All workspaces that work here. */
  async directory(): Promise<DirectoryView[]> {
    const all: DirectoryView[] = [];
    let cursor = '';
    do {
      const { data, meta } = await this.#get(`/v1/operations/directory?limit=100${cursor}`);
      all.push(...data);
      cursor = meta.next_cursor === null ? '' : `&cursor=${encodeURIComponent(meta.next_cursor)}`;
    } while (cursor);
    return all;
  }

  async #get(path: string): Promise<any> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const headers = { 'X-API-Key': this.key };
    // Nothing is followed: the key is for this address alone.
    const answer = await fetch(this.url + path, { headers, signal, redirect: 'manual' }).catch((error: Error) => {
      throw new Error(
        `The cell ${this.name} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}.`,
      );
    });
    if (answer.status !== 200)
      throw new Error(`The cell ${this.name} answers ${answer.status} at ${path.split('?')[0]}.`);
    return answer.json();
  }
}

function readFacts(text: string, file: string): Cells {
  try {
    return read(Cells, JSON.parse(text), { strict: true });
  } catch (error) {
    const { details, message } = error as ApiError;
    throw new Error(`${file}: ${details?.map((detail) => detail.message).join(' ') ?? message}`, { cause: error });
  }
}
