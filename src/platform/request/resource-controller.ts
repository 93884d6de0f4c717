import { Body, Delete, Get, Inject, Param, Patch, Post, Query, type Type } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { fieldNames } from '../fields/field-spec.js';
import { PickType } from '../fields/pick.js';
import type { PageQuery } from '../resource/page.js';
import type { RecordEntity } from '../resource/record.entity.js';
import { resourceOf } from '../resource/resource-entity.js';
import type { ResourceService } from '../resource/resource-service.js';
import { serviceTokenOf } from '../resource/stores.module.js';
import { Deletion, FindTrashed } from '../resource/trash.js';
import { Endpoint, type EndpointOptions, Loaded } from './endpoint.js';
import { Exports } from './exports.js';
import type { Reply } from './reply.js';

type Class<T = object> = new (...args: any[]) => T;
type Options = Omit<EndpointOptions, 'scope' | 'page' | 'returns'> & { returns?: Class };

/** The plain routes that a resource has; those that it does not name do not exist. */
interface PlainRoutes {
  /** Null for resources that reach across apps; see `EndpointOptions.scope`. */
  scope?: null;
  /** The class of answers, unless a route declares another. */
  view: Class;
  /** `GET /`: the query, and what is shown of each record. */
  list?: Class<PageQuery> | (Options & { query: Class<PageQuery> });
  /** `GET /export`: all that the list shows, by its filters and order, as CSV. What is shown of each record. */
  export?: Class;
  /** `GET /:id`. Default: there. */
  get?: false | Options;
  /** `POST /`: the body. `returns`: columns of the new record, where the answer is not what a get shows. */
  create?: Class | (Options & { body: Class });
  /** `PATCH /:id`: the body. `returns`: columns of the record, where the answer is not what a get shows. */
  update?: Class | (Options & { body: Class });
  /** `DELETE /:id`. */
  remove?: true | Options;
  /** `POST /:id/restore`, which is there where there is a trash. */
  restore?: Options;
}

/** Gives a method the decorators of a handler and of its parameters. */
function route(
  prototype: object,
  name: string,
  handler: MethodDecorator[],
  params: [ParameterDecorator, Class][],
): void {
  Reflect.defineMetadata(
    'design:paramtypes',
    params.map(([, type]) => type),
    prototype,
    name,
  );
  params.forEach(([decorate], index) => decorate(prototype, name, index));
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  // As TypeScript applies them: the last one first.
  for (const decorate of handler.toReversed()) decorate(prototype, name, descriptor);
  Object.defineProperty(prototype, name, descriptor);
}

/**
 * A controller with the plain routes of a resource: list, get, create, update, remove and, where it has a trash, restore.
 * They are routes like any other, made here so that nobody writes them again; the service says what they do, and the
 * class that extends this one has the routes beyond them. Without a service the store does it all. Routes that write may
 * answer with the errors of `constraints`, where they name no others.
 *
 * @example
 * @Controller('v1/sales/deals')
 * export class DealsController extends ResourceController(Deal, DealsService, {
 *   view: DealView, list: DealQuery, create: CreateDeal, update: UpdateDeal, remove: true,
 * }) {
 *   @Post(':id/close')
 *   @Endpoint(deals, { returns: DealView, status: 200, action: 'closed', errors: ['notOpen'] })
 *   close(@Param('id', Loaded(Deal)) deal: Deal, @Body() body: CloseDeal) { return this.service.close(deal, body); }
 * }
 */
export function ResourceController<T extends RecordEntity>(
  entity: Type<T>,
  routes: PlainRoutes,
): Type<{ readonly service: ResourceService<T> }>;
export function ResourceController<T extends RecordEntity, S extends ResourceService<T>>(
  entity: Type<T>,
  service: Type<S>,
  routes: PlainRoutes,
): Type<{ readonly service: S }>;
export function ResourceController<T extends RecordEntity>(
  entity: Type<T>,
  ...rest: [PlainRoutes] | [Type<ResourceService<T>>, PlainRoutes]
): Type<{ readonly service: ResourceService<T> }> {
  const [service, { scope, view, list, export: exported, get = {}, create, update, remove, restore = {} }] =
    rest.length === 2 ? rest : [null, ...rest];
  const resource = resourceOf(entity);
  const violated = Object.values(resource.constraints ?? {});

  class Controller {
    declare readonly service: ResourceService<T>;
    declare readonly exports: Exports;

    export(query: object): Promise<Reply> {
      const { path } = currentContext().route!;
      const filters = Object.assign(new (queryOf(list!))(), query);
      return this.exports.csv(path.split('/').at(-2)!, fieldNames(exported!), () =>
        this.service.rows(filters, exported!),
      );
    }
    list(query: PageQuery): unknown {
      return this.service.list(query, shownIn(list!, view));
    }
    get(record: T): unknown {
      return this.service.show(record);
    }
    async create(body: object): Promise<object> {
      const made = await this.service.create(body);
      return 'returns' in create! ? made : this.service.show(made);
    }
    async update(record: T, body: object): Promise<object> {
      const updated = await this.service.update(record, body);
      return 'returns' in update! ? updated : this.service.show(updated);
    }
    remove(record: T, deletion?: Deletion): Promise<void> {
      return this.service.remove(record, deletion ? { hard: deletion.hard ?? false } : {});
    }
    async restore(record: T): Promise<object> {
      return this.service.show(await this.service.restore(record));
    }
  }
  const { prototype } = Controller;
  Inject(service ?? serviceTokenOf(entity))(prototype, 'service');
  if (exported) Inject(Exports)(prototype, 'exports');
  const record = (deleted?: true | string): [ParameterDecorator, Class] => [
    Param('id', Loaded(entity, { deleted })),
    entity,
  ];
  const endpoint = (options: Options & { page?: boolean }) => Endpoint(resource, { scope, returns: view, ...options });

  if (list) {
    const { query, ...options } = 'query' in list ? list : { query: list };
    route(prototype, 'list', [Get(), endpoint({ page: true, ...options })], [[Query(), query]]);
  }
  if (list && exported) {
    const options: Options = { csv: true, heavy: true, exports: resource, action: 'exported' };
    route(
      prototype,
      'export',
      [Get('export'), endpoint({ ...options, returns: undefined })],
      [[Query(), withoutPages(queryOf(list))]],
    );
  }
  if (get) {
    const params: [ParameterDecorator, Class][] = resource.trash
      ? [record('include_deleted'), [Query(), FindTrashed]]
      : [record()];
    route(prototype, 'get', [Get(':id'), endpoint(get)], params);
  }
  if (create) {
    const {
      body,
      errors = violated,
      ...options
    } = 'body' in create ? create : ({ body: create } as Options & { body: Class });
    route(prototype, 'create', [Post(), endpoint({ ...options, errors })], [[Body(), body]]);
  }
  if (update) {
    const {
      body,
      errors = violated,
      ...options
    } = 'body' in update ? update : ({ body: update } as Options & { body: Class });
    const decorators = [Patch(':id'), endpoint({ ...options, errors })];
    route(prototype, 'update', decorators, [record(), [Body(), body]]);
  }
  if (remove) {
    const options = remove === true ? {} : remove;
    const params: [ParameterDecorator, Class][] = resource.trash ? [record('hard'), [Query(), Deletion]] : [record()];
    route(prototype, 'remove', [Delete(':id'), endpoint({ ...options, returns: undefined })], params);
  }
  if (remove && resource.trash) {
    const options: Options = { status: 200, action: 'updated', errors: ['notDeleted'], ...restore };
    route(prototype, 'restore', [Post(':id/restore'), endpoint(options)], [record(true)]);
  }
  return Controller;
}

const queryOf = (list: NonNullable<PlainRoutes['list']>): Class<PageQuery> => ('query' in list ? list.query : list);

/** The filters and the order of a list. */
function withoutPages(query: Class<PageQuery>): Class {
  const { sorts, defaultSort, asked } = query as unknown as typeof PageQuery;
  const names = fieldNames(query).filter((name) => name !== 'limit' && name !== 'cursor');
  return Object.assign(PickType(query as Class<any>, names), { sorts, defaultSort, asked });
}

const shownIn = (list: NonNullable<PlainRoutes['list']>, view: Class): Class =>
  ('query' in list && list.returns) || view;
