import { Injectable } from '@nestjs/common';
import {
  allResources,
  currentContext,
  failure,
  flawOfSort,
  forbidden,
  InjectStore,
  invalidField,
  MAX_WHERE,
  readCondition,
  RecordLists,
  refuseDenied,
  ResourceService,
  type ResourceStore,
  SavedViews,
} from '../platform/index.js';
import { MissingRecords } from './missing-records.js';
import type { CreateView, UpdateView } from './view.dto.js';
import { SavedView } from './view.entity.js';
import { views } from './view.resource.js';
import { ViewRepository } from './view.repository.js';

const MAX_VIEWS = 100;

@Injectable()
export class ViewsService extends ResourceService<SavedView> {
  constructor(
    @InjectStore(SavedView) store: ResourceStore<SavedView>,
    private readonly repository: ViewRepository,
    private readonly lists: RecordLists,
    private readonly missing: MissingRecords,
    saved: SavedViews,
  ) {
    super(store);
    saved.answers((id) => store.find(id));
  }

  override async show(view: SavedView): Promise<object> {
    return { ...view, missing_records: await this.missing.of(view) };
  }

  override async create(input: CreateView): Promise<SavedView> {
    this.#mayShow(input.type);
    this.#check(input.type, input);
    if (input.shared) this.#mayShare(input.type);
    if ((await this.repository.countWithLock(currentContext().credential!.user_id)) >= MAX_VIEWS)
      throw failure(views, 'tooMany');
    return this.store.create(input);
  }

  override async update(view: SavedView, changes: UpdateView): Promise<SavedView> {
    this.#check(view.type, changes);
    if (view.shared || changes.shared) this.#mayShare(view.type);
    if (view.shared && changes.shared === false && view.owner_id !== currentContext().credential!.user_id)
      throw forbidden('Only the maker of a view can stop sharing it. You can delete it.');
    return this.store.update(view, changes);
  }

  override async remove(view: SavedView): Promise<void> {
    if (view.shared) this.#mayShare(view.type);
    await this.store.remove(view);
  }

  /** 400 for a type without a list, 403 for one that the caller may not read. */
  #mayShow(type: string): void {
    const resource = allResources().get(type);
    if (!resource?.app || !this.lists.has(type))
      throw invalidField('type', 'invalid_value', 'type must be the type of records in a list.');
    const scope = `${resource.app}:read` as const;
    if (!currentContext().credential!.scopes.has(scope)) throw forbidden(`A view of ${type} needs the scope ${scope}.`);
    refuseDenied(resource, 'read');
  }

  /** A shared view changes what others see, so it takes the right to write in the app. */
  #mayShare(type: string): void {
    const scope = `${allResources().get(type)!.app!}:write` as const;
    if (!currentContext().credential!.scopes.has(scope))
      throw forbidden(`A shared view of ${type} needs the scope ${scope}.`);
  }

  /** Checks the given parts only, so that a view whose field is gone can still be renamed. */
  #check(type: string, { where, sort, columns }: UpdateView): void {
    if (where) {
      if (JSON.stringify(where).length > MAX_WHERE)
        throw invalidField('where', 'too_long', `where must have at most ${MAX_WHERE} characters as JSON.`);
      readCondition(where, this.lists.fieldsOf(type));
    }
    const flaw = sort ? flawOfSort(sort, { sorts: this.lists.sortsOf(type) }) : null;
    if (flaw) throw invalidField('sort', flaw.code, flaw.message);
    const known = this.lists.columnsOf(type);
    const unknown = columns?.findIndex((column) => !known.includes(column)) ?? -1;
    if (unknown >= 0)
      throw invalidField(`columns[${unknown}]`, 'invalid_value', `columns must name some of ${known.join(', ')}.`);
  }
}
