import { Injectable } from '@nestjs/common';
import type { ConditionFields } from '../conditions/condition-field.js';
import { fieldNames } from '../fields/fields.js';
import type { PageQuery } from '../resource/page.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { Routes } from './routes.js';

/** The lists of each type of record, by the declarations of their routes. */
@Injectable()
export class RecordLists {
  readonly #fields = new Map<string, ConditionFields>();

  constructor(
    private readonly routes: Routes,
    private readonly stores: StoreRegistry,
  ) {}

  /** Whether a list shows records of the type. */
  has(type: string): boolean {
    return this.#queriesOf(type).length > 0;
  }

  /** Fields by which a list of the type can be sorted. */
  sortsOf(type: string): readonly string[] {
    return [...new Set(this.#queriesOf(type).flatMap(({ sorts }) => sorts))];
  }

  /** Fields that lists of the type show. */
  columnsOf(type: string): readonly string[] {
    const view = this.routes.viewOf(type);
    return view ? fieldNames(view) : [];
  }

  /** Fields that a condition on records of a type can name: those of its lists. Empty for a type without a list. */
  fieldsOf(type: string): ConditionFields {
    let fields = this.#fields.get(type);
    if (!fields) {
      fields = Object.assign({}, ...this.#queriesOf(type).map(({ asked }) => asked)) as ConditionFields;
      this.#fields.set(type, fields);
    }
    return fields;
  }

  #queriesOf(type: string): (typeof PageQuery)[] {
    const [store] = this.stores.ofType(type);
    return this.routes.all.flatMap(({ method, endpoint, query }) => {
      const list = query as unknown as typeof PageQuery | null;
      const isList = method === 'GET' && endpoint?.page && endpoint.resource.type === type;
      return isList && list && store && list.entity === store.entity ? [list] : [];
    });
  }
}
