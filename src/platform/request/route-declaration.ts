import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { PickType } from '../fields/pick.js';
import type { RecordEntity } from '../resource/record.entity.js';
import type { ResourceStore } from '../resource/store.js';
import type { StoreRegistry } from '../resource/stores.module.js';
import { ENDPOINT, type Endpoint, LoadedPipe, type LoadedOptions, type Open, PUBLIC } from './endpoint.js';

export type Class = new () => object;

/** A record that the path names (see `Loaded`). */
export interface Load {
  /** Null: it is the one record that a workspace has. */
  param: string | null;
  store: ResourceStore<RecordEntity>;
  options: LoadedOptions;
  /** The class of the path parameters, if the path names the record by another column than its id. */
  key: Class | null;
}

/** A parameter of a handler. `data`: the name in its decorator. */
interface Argument {
  type: RouteParamtypes;
  index: number;
  data?: unknown;
  pipes: unknown[];
}

/** The declaration of a route by the decorators of its handler. */
export interface Declaration {
  /** `DocumentsController.list`, for messages. */
  where: string;
  controller: Function;
  handler: Function;
  /** The name of the handler in its controller. */
  name: string;
  endpoint: Endpoint | undefined;
  open: Open | undefined;
  method: string;
  path: string;
  args: Argument[];
  /** The records that the path names, in the order of the parameters. */
  loads: Load[];
  query: Class | null;
  /** The class of the body. Null without one: the handler gets the body as it came. */
  body: Class | null;
}

/** Parameter types without field metadata: `any`, interfaces, arrays, primitives. */
const UNDECLARED: readonly Function[] = [Object, Array, String, Number, Boolean];

/** Reads the metadata of a handler. Checks nothing (see `checkDeclaration`). */
export function declarationOf(
  controller: Type | Function,
  instance: object,
  name: string,
  stores: StoreRegistry,
): Declaration {
  const handler = (instance as Record<string, unknown>)[name] as Function;
  const parts = [Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, handler)];
  const args = Object.entries<Omit<Argument, 'type'>>(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {},
  ).map(([key, value]): Argument => ({ type: Number(key.split(':')[0]), ...value }));
  const types: Class[] = Reflect.getMetadata('design:paramtypes', instance, name) ?? [];
  const classOf = (type: RouteParamtypes) => {
    const arg = args.find((candidate) => candidate.type === type && candidate.data === undefined);
    const given = arg && types[arg.index];
    return given && !UNDECLARED.includes(given) ? given : null;
  };
  const open: Open | undefined = Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller);
  return {
    where: `${controller.name}.${name}`,
    controller,
    handler,
    name,
    endpoint: Reflect.getMetadata(ENDPOINT, handler),
    open,
    method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!,
    path: `/${parts.flat().join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'),
    args,
    loads: args
      .toSorted((a, b) => a.index - b.index)
      .flatMap(({ data, pipes }) =>
        pipes
          .filter((pipe) => pipe instanceof LoadedPipe)
          .map(({ entity, options }): Load => ({
            param: (data as string | undefined) ?? null,
            store: stores.of(entity),
            options,
            key: options.by ? PickType(entity as Class, [options.by as never]) : null,
          })),
      ),
    query: classOf(RouteParamtypes.QUERY),
    body: open?.form || open?.bytes ? null : classOf(RouteParamtypes.BODY),
  };
}
