import { Injectable } from '@nestjs/common';
import { type ConditionFields, conditionFieldOf } from '../conditions/condition-field.js';
import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import type { PageQuery } from '../resource/page.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { Routes } from './routes.js';

/** The lists of each type of record, by the declarations of their routes. */
@Injectable()
export class RecordLists {
  readonly #fields = new Map<string, ConditionFields>();
  readonly #shown = new Map<string, ConditionFields>();

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

  /** Fields of records of the type that are columns and are shown to readers of the type: what conditions of policies can name. */
  shownFieldsOf(type: string): ConditionFields {
    let fields = this.#shown.get(type);
    if (!fields) this.#shown.set(type, (fields = this.#findShown(type)));
    return fields;
  }

  #findShown(type: string): ConditionFields {
    const [store] = this.stores.ofType(type);
    if (!store) return {};
    const declared = fieldsOf(store.entity.prototype);
    const names = this.columnsOf(type).filter((name) => store.isColumn(name));
    return Object.fromEntries(
      names.flatMap((name) => {
        const spec = declared.get(name);
        const field = spec && !spec.secret ? conditionFieldOf(spec) : null;
        return field ? [[name, field]] : [];
      }),
    );
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
