import type { Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import { type AppOptions, declareApp } from '../security/apps.js';
import type { ConsoleOptions } from './screens.js';

/** Version of the product, against which packages declare a range. */
export const SUITE_VERSION = '1.0.0';

export interface ExtensionOptions {
  /** Lower-case letters and digits. Names of its tables are this, or begin with this and an underscore. */
  name: string;
  /** Range of versions of the product with which it works: `^1.0.0`. */
  suite: string;
  /** Its app, if its records do not belong to one of the product. */
  app?: AppOptions;
  /** Classes of its migrations, in order. */
  migrations?: Type<MigrationInterface>[];
  /** Class of its settings, which are environment variables that begin with its name: `STOCK_LIMIT`. */
  settings?: Type<object>;
  /** Its own screens of the console. */
  console?: ConsoleOptions;
}

/** An extension that belongs to this process. */
export interface LoadedExtension extends ExtensionOptions {
  module: Type<object>;
  /** Name, version and hash of the files of its package; null if the process was started with its class. */
  package: string | null;
  version: string | null;
  hash: string | null;
  /** Directory of its package. */
  directory: string | null;
  /** The checked instance of its settings. */
  values: object | null;
}

const declarations = new Map<Function, ExtensionOptions>();
const loaded: LoadedExtension[] = [];

/**
 * Beside `@Module`, on the module class of a package.
 *
 * @example
 * @Extension({ name: 'stock', suite: '^1.0.0', app: { name: 'stock', title: 'Stock', … }, migrations: [StockItems1790000000000] })
 * @Module({ imports: [StoresModule.forFeature(Item)], controllers: [ItemsController] })
 * export class StockExtension {}
 */
export const Extension =
  (options: ExtensionOptions): ClassDecorator =>
  (module) => {
    if (!/^[a-z][a-z0-9]{1,19}$/.test(options.name))
      throw new Error(`The name of an extension has 2 to 20 lower-case letters and digits: '${options.name}' has not.`);
    if (options.app) declareApp(options.app, options.name);
    declarations.set(module, options);
  };

/** The declaration of a class; undefined if it has none. */
export const declarationOf = (module: unknown): ExtensionOptions | undefined =>
  typeof module === 'function' ? declarations.get(module) : undefined;

/** The extensions of this process, in the order in which they were named. */
export const loadedExtensions = (): readonly LoadedExtension[] => loaded;

/** The extensions of this process, as operators see them. */
export const shownExtensions = () =>
  loaded.map(({ name, package: from, version, hash }) => ({ name, package: from, version, hash }));

export function addLoaded(extension: LoadedExtension): void {
  const twice = loaded.find(({ name }) => name === extension.name);
  if (twice) throw new Error(`The name '${extension.name}' is taken by ${twice.package ?? 'another extension'}.`);
  loaded.push(extension);
}
