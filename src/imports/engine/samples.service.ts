import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  Blobs,
  BlobStore,
  csv,
  currentContext,
  forbidden,
  type ImportKind,
  ImportKinds,
  type SampleContext,
  type SampleRow,
  WorkspaceCalendar,
} from '../../platform/index.js';
import type { Import } from './import.entity.js';
import { ImportsService } from './imports.service.js';
import { pluralOf } from './preset-of.js';

/**
 * Sample data for a new workspace. The kinds of imports say which records there are; they are written as CSV files and imported
 * like files of people, so that rights, policies, audit and the undo of imports hold for them.
 */
@Injectable()
export class SamplesService {
  constructor(
    private readonly imports: ImportsService,
    private readonly kinds: ImportKinds,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly calendar: WorkspaceCalendar,
  ) {}

  /** Creates samples of all apps whose records the caller may read and write. */
  async create(): Promise<Import> {
    const { scopes, user_id } = currentContext().credential!;
    const kinds = this.kinds.inOrder.filter(({ store: { resource } }) =>
      (['read', 'write'] as const).every((access) => scopes.has(`${resource.app!}:${access}`)),
    );
    const calendar = await this.calendar.here();
    // Records that stay after an undo keep the id of their run, so that another run creates records of its own.
    const run = `sample_${randomBytes(3).toString('hex')}`;
    const given: SampleContext = { id: (name) => `${run}:${name}`, day: (days) => calendar.today(days), user_id };
    const files = [];
    for (const kind of kinds) {
      const rows = await kind.samples(given);
      if (rows.length) files.push(await this.#file(kind, rows));
    }
    if (!files.length) throw forbidden('Sample data needs the scopes to read and write the records of an app.');
    return this.imports.begin({ files, keep: () => undefined }, { sample: true });
  }

  async #file(kind: ImportKind<any>, rows: readonly SampleRow[]) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const content = Buffer.from(await text(Readable.from(csv(columns, [rows]))));
    const key = await this.blobs.announce();
    await this.blobStore.write(key, Readable.from([content]));
    return { key, name: `${pluralOf(kind)}.csv`, size_bytes: content.length };
  }
}
