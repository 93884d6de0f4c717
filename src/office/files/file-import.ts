import { Injectable } from '@nestjs/common';
import {
  Blobs,
  type ImportedBytes,
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  invalidField,
  read,
  type ResourceStore,
} from '../../platform/index.js';
import { UpdateFile } from './file.dto.js';
import { File } from './file.entity.js';
import { FilesService } from './files.service.js';

/**
 * Files of a zip. Files have no folders here; those of a zip become tags. A file that is here has the same bytes, as they are part of
 * its id (`presets/files.ts`), and keeps the name and tags that people gave it.
 */
@Injectable()
export class FileImportKind extends ImportKind<File> {
  readonly name = 'file';
  readonly fields = {
    name: { type: 'text', max: 255, required: true },
    tags: { type: 'list', max: 50, maxItems: 50 },
    content: { type: 'file' },
  } as const;

  constructor(
    @InjectStore(File) store: ResourceStore<File>,
    private readonly files: FilesService,
    private readonly blobs: Blobs,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  check({ content, ...values }: ImportValues, _known: File | null): ImportValues {
    return { ...read(UpdateFile, values), content };
  }

  async write(items: readonly ImportItem<File>[]): Promise<ImportOutcome<File>[]> {
    const outcomes: ImportOutcome<File>[] = [];
    for (const { known, values } of items) {
      const { name, tags, content } = values as { name: string; tags?: string[]; content?: ImportedBytes };
      if (!content) throw invalidField('content', 'required', 'Files are imported from a zip only.');
      if (known) {
        await this.blobs.release(content.key);
        outcomes.push({ record: known, result: 'skipped' });
      } else outcomes.push({ record: await this.files.addNamed(name, tags ?? [], content), result: 'created' });
    }
    return outcomes;
  }

  override async remove(records: readonly File[]): Promise<File[]> {
    for (const file of records) await this.files.remove(file);
    return [];
  }
}
