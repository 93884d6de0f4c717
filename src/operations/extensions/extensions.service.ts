import { Injectable } from '@nestjs/common';
import { Database, EXTENSIONS_WITH_DATA, type Page, ShortLists, shownExtensions } from '../../platform/index.js';
import { KeptRows } from '../archives/kept-rows.service.js';
import type { ExtensionQuery, ExtensionView } from './extension.dto.js';
import { extensions } from './extension.resource.js';

const NOT_LOADED = { package: null, version: null, hash: null };

/** Extensions whose code runs in this deployment, and those whose data wait here for their code. */
@Injectable()
export class ExtensionsService {
  readonly loaded = shownExtensions();

  constructor(
    private readonly database: Database,
    private readonly keptRows: KeptRows,
    private readonly lists: ShortLists,
  ) {}

  async list(query: ExtensionQuery): Promise<Page<ExtensionView>> {
    const waiting = new Map((await this.keptRows.waiting()).map(({ extension, ...facts }) => [extension, facts]));
    const withData = await this.database.read<{ name: string }>(EXTENSIONS_WITH_DATA);
    const loaded = new Map(this.loaded.map((extension) => [extension.name, extension]));
    const names = new Set([...loaded.keys(), ...withData.map(({ name }) => name), ...waiting.keys()]);
    const items = [...names].toSorted().map((name) => ({
      ...(loaded.get(name) ?? { name, ...NOT_LOADED }),
      loaded: loaded.has(name),
      kept_rows: waiting.get(name)?.rows ?? 0,
      problem: waiting.get(name)?.problem ?? null,
    }));
    return this.lists.page(extensions.type, items, query);
  }
}
