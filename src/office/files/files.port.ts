import { Injectable } from '@nestjs/common';
import { InjectStore, type ResourceStore } from '../../platform/index.js';
import { File } from './file.entity.js';

/** Port of files for other apps. */
@Injectable()
export class FilesPort {
  constructor(@InjectStore(File) private readonly store: ResourceStore<File>) {}

  /** Names of existing files, by id. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map();
    const found = await this.store
      .query('file')
      .select(['file.id', 'file.name'])
      .andWhere('file.id in (:...ids)', { ids })
      .getMany();
    return new Map(found.map(({ id, name }) => [id, name]));
  }
}
