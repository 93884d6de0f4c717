import { Injectable } from '@nestjs/common';
import { readCondition } from '../conditions/read-condition.js';
import type { RecordCondition } from '../conditions/record-condition.js';
import { ApiError, invalidField } from '../errors/api-error.js';
import { flawOfSort, type PageQuery } from '../resource/page.js';

/** A saved view as a list takes it (D-QRY-6). */
export interface ListView {
  id: string;
  revision: number;
  /** The type of the records. */
  type: string;
  name: string;
  where: unknown;
  sort: string | null;
}

/** The part of a list's query that comes from a view. */
interface Applied {
  /** Identifies the view as it is now, which cursors are bound to. */
  version: string;
  condition: RecordCondition;
  sort: string | null;
}

/** Port of the platform for saved views; implemented by the module that has them. */
@Injectable()
export class SavedViews {
  #find: (id: string) => Promise<ListView | null> = async () => null;

  /** Called once at startup. `find`: the view, or null if the caller does not see it. */
  answers(find: (id: string) => Promise<ListView | null>): void {
    this.#find = find;
  }

  /** The view for a list of records of a type; 400 if it is not there, of another type, or no longer fits the list. */
  async apply(id: string, type: string, list: Pick<typeof PageQuery, 'asked' | 'sorts'>): Promise<Applied> {
    const view = await this.#find(id);
    if (!view) throw invalidField('view', 'not_found', `There is no view ${id}, or it is not shared with you.`);
    const { name, revision, where, sort } = view;
    if (view.type !== type)
      throw invalidField('view', 'invalid_value', `The view ${name} shows ${view.type}, and this list ${type}.`);
    const flaw = sort === null ? null : flawOfSort(sort, list);
    if (flaw) throw unusable(name, flaw.message);
    try {
      return { version: `${id} ${revision}`, condition: readCondition(where, list.asked), sort };
    } catch (error) {
      if (error instanceof ApiError) throw unusable(name, error.details?.[0]?.message ?? error.message);
      throw error;
    }
  }
}

const unusable = (name: string, why: string) =>
  invalidField('view', 'invalid_value', `The view ${name} does not fit this list. ${why}`);
