import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Secrets } from '../security/secrets.js';
import { Cursors, type Page, type PageQuery, sortKeys } from './page.js';

/** Pages of in-memory lists: roles, queues, maintenance tasks. */
@Injectable()
export class ShortLists {
  readonly #cursors: Cursors;

  constructor(secrets: Secrets) {
    this.#cursors = new Cursors(...secrets.deriveAll('cursors'));
  }

  /** A page of `items`, which must be in ascending order of the single sort field. `list`: scope of its cursors. */
  page<T>(list: string, items: readonly T[], query: PageQuery): Page<T> {
    const { descending } = sortKeys(query.sort, query.constructor as typeof PageQuery)[0]!;
    const name = JSON.stringify([list, currentContext().workspaceId, descending]);
    return this.#cursors.cut(name, descending ? items.toReversed() : items, query);
  }
}
