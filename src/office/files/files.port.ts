import { Injectable } from '@nestjs/common';
import { InjectStore, type ResourceStore } from '../../platform/index.js';
import { File } from './file.entity.js';

/** Port of files for other apps. */
@Injectable()
export class FilesPort {
  constructor(@InjectStore(File) private readonly store: ResourceStore<File>) {}

  /** Names of existing files, by id; also of files that policies hide, which exist all the same. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const found = ids.length ? await this.store.findAll(['id = any(?::text[])', ids], { unseen: true }) : [];
    return new Map(found.map(({ id, name }) => [id, name]));
  }
}
