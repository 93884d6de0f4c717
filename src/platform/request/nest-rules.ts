import type { INestApplication, Type } from '@nestjs/common';
import { MODULE_PATH } from '@nestjs/common/internal';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';

type Module = ModulesContainer extends Map<string, infer M> ? M : never;

/** Metadata of packages of Nest whose classes answer clients past the steps of a request, and what to write instead. */
const PAST_THE_STEPS: [key: string, instead: string][] = [
  [
    'websockets:is_gateway',
    'is a gateway, which takes connections without a credential: let clients read /v1/events/stream, or return a StreamReply.',
  ],
  [
    'graphql:resolver_type',
    'is a GraphQL resolver, which answers without scopes and policies: declare routes with @Endpoint.',
  ],
];

/**
 * Refuses what modules from Nest's manual would open to others, or hide, without a word. Call it before the application is
 * initialised: Nest registers such parts at that time.
 */
export function checkModules(app: INestApplication): void {
  const modules = app.get(ModulesContainer);
  const config = app.get(ApplicationConfig);
  if (config.getGlobalPrefix() || config.getVersioning())
    throw new Error(
      'The application has a global prefix or versioning: write the whole path into each @Controller, as in v1/office/rooms.',
    );
  for (const module of modules.values()) {
    checkPaths(module, modules.applicationId);
    checkStatic(module);
    for (const { metatype, instance } of [...module.providers.values(), ...module.injectables.values()]) {
      const type = (metatype?.prototype ? metatype : (instance as object | null)?.constructor) as Type | undefined;
      if (type) checkProvider(type);
    }
  }
}

/** A prefix of `RouterModule` would be in the addresses, and neither in the API document nor in the steps of a request. */
function checkPaths({ metatype, controllers }: Module, applicationId: string): void {
  const prefix: unknown =
    Reflect.getMetadata(MODULE_PATH + applicationId, metatype) ?? Reflect.getMetadata(MODULE_PATH, metatype);
  if (prefix === undefined || !controllers.size) return;
  const [controller] = controllers.values();
  throw new Error(
    `${metatype.name} has the prefix ${String(prefix)} of RouterModule: write the whole path into @Controller of ${controller!.name}.`,
  );
}

/** Files at the root would be served in the place of the API, because Nest registers them before all routes. */
function checkStatic({ metatype, providers }: Module): void {
  const served = providers.get('SERVE_STATIC_MODULE_OPTIONS')?.instance as { serveRoot?: string }[] | null | undefined;
  if (served?.some(({ serveRoot = '' }) => !serveRoot.replaceAll('/', '')))
    throw new Error(
      `${metatype.name} serves files at the root, in the place of the API and the console: give it a serveRoot, such as /rooms.`,
    );
}

function checkProvider(type: Type): void {
  const past = PAST_THE_STEPS.find(([key]) => Reflect.hasMetadata(key, type));
  if (past) throw new Error(`${type.name} ${past[1]}`);
  const cache = chainOf(type).find(({ name }) => name === 'CacheInterceptor');
  if (cache && type.prototype.trackBy === cache.prototype.trackBy)
    throw new Error(
      `${type.name} keeps answers by their URL, so that one caller would get those of another. Extend it, and let trackBy(context) ` +
        'return `${currentContext().credential?.id} ${super.trackBy(context)}`.',
    );
}

/** The class and those that it extends. */
function chainOf(type: Type): Type[] {
  const chain: Type[] = [];
  for (let each: Type = type; each?.prototype; each = Object.getPrototypeOf(each)) chain.push(each);
  return chain;
}
