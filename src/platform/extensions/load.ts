import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import satisfies from 'semver/functions/satisfies.js';
import { SettingsError } from '../config/read-settings.js';
import { ExtensionError } from '../errors/extension-error.js';
import { declared, withdrawSince } from '../resource/define.js';
import { addLoaded, declarationOf, type ExtensionOptions, type LoadedExtension, SUITE_VERSION } from './extension.js';
import { checkScreens } from './screens.js';
import { SHARED } from './shared.js';

/** Files of the bundle by what packages import (`deploy/bundle.js`). There is none where the product runs from its own files. */
declare const BUNDLED: Record<string, string> | undefined;

/** Modules of the product that packages may import, and in the bundle those that they share with it. */
const PROVIDED = Object.fromEntries(
  Object.entries(
    typeof BUNDLED === 'undefined'
      ? { 'workspace-suite/platform': 'platform/index.js', 'workspace-suite/server': 'start.js' }
      : BUNDLED,
  ).map(([name, file]) => [name, new URL(`../../${file}`, import.meta.url).href]),
);

const isShared = (specifier: string) => specifier.startsWith('@nestjs/') || SHARED.includes(specifier);

const HERE = dirname(fileURLToPath(import.meta.url));

/** Names of extensions, and the address from which each is found. */
const foundFrom = new Map<string, string>();

let hooked = false;

/**
 * Lets packages beside a clone find the product, and the packages that they share with it. A project with the product in its
 * node_modules finds both by itself.
 */
function hookImports(): void {
  if (hooked) return;
  hooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const provided = Object.hasOwn(PROVIDED, specifier) && PROVIDED[specifier];
      if (provided) return { url: provided, shortCircuit: true };
      const from = foundFrom.get(specifier);
      if (from) return next(specifier, { ...context, parentURL: from });
      try {
        return next(specifier, context);
      } catch (error) {
        if (!isShared(specifier)) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}

interface Named {
  /** Names of installed packages. */
  names: readonly string[];
  /** Optional ones among them: the process starts without them if they cannot be loaded. */
  optional: readonly string[];
  /** Classes with `@Extension`. */
  given?: readonly Type<object>[];
  env: NodeJS.ProcessEnv;
  /** Is told why an optional extension is left out. */
  warn(text: string): void;
}

/** Loads extensions. To be called once, before the application is loaded. */
export async function loadExtensions({ names, optional, given = [], env, warn }: Named): Promise<void> {
  for (const module of given) {
    const options = declarationOf(module);
    if (!options) throw new ExtensionError(module.name, 'has no @Extension: add it beside @Module.');
    refuseOtherRange(module.name, options);
    add(module, options, { package: null, version: null, hash: null, directory: null }, env);
  }
  if (names.length) hookImports();
  for (const name of names) {
    const before = declared();
    try {
      await loadPackage(name, env);
    } catch (error) {
      if (!optional.includes(name)) throw error;
      withdrawSince(before);
      warn(`Started without an optional extension. ${(error as Error).message}`);
    }
  }
}

async function loadPackage(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const from = process.cwd();
  const places = [from, HERE].map((each) => ({ from: each, directory: packageIn(each, name) }));
  // Whoever develops a package starts the product in its folder.
  const place = isAt(from, name) ? { from, directory: from } : places.find(({ directory }) => directory !== null);
  const directory = place?.directory;
  if (!directory)
    throw new ExtensionError(
      name,
      `is not installed: run npm install --no-save with it, or take it out of EXTENSIONS.`,
    );
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
  for (const shared of SHARED) {
    const [theirs, ours] = [packageIn(directory, shared), packageIn(HERE, shared)];
    if (theirs && ours && theirs !== ours)
      throw new ExtensionError(
        name,
        `has a copy of ${shared} of its own, in ${theirs}: make it an optional peer dependency, and remove that folder.`,
      );
  }
  foundFrom.set(name, pathToFileURL(join(place.from, 'index.js')).href);
  const exported = await importOf(name);
  const modules = [...new Set(Object.values(exported).filter((each) => declarationOf(each)))] as Type<object>[];
  const [module] = modules;
  if (!module || modules.length > 1)
    throw new ExtensionError(name, `exports ${modules.length} classes with @Extension: it must export one.`);
  const options = declarationOf(module)!;
  refuseOtherRange(name, options);
  add(module, options, { package: name, version, hash: hashOf(directory), directory }, env);
}

async function importOf(name: string): Promise<object> {
  try {
    return await import(name);
  } catch (error) {
    throw new ExtensionError(name, `cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

function refuseOtherRange(extension: string, { suite }: ExtensionOptions): void {
  if (!satisfies(SUITE_VERSION, suite))
    throw new ExtensionError(
      extension,
      `works with versions ${suite} of the suite, and this is ${SUITE_VERSION}: install a version of it that works with this one.`,
    );
}

type Origin = Pick<LoadedExtension, 'package' | 'version' | 'hash' | 'directory'>;

function add(module: Type<object>, options: ExtensionOptions, origin: Origin, env: NodeJS.ProcessEnv): void {
  const named = origin.package ?? options.name;
  const values = options.settings ? readOwnSettings(options.name, options.settings, env) : null;
  try {
    checkScreens(options);
    addLoaded({ ...options, ...origin, module, values });
  } catch (error) {
    throw new ExtensionError(named, `cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

/** Settings of an extension. It gets no variables that do not begin with its name, so none of the product's secrets. */
function readOwnSettings(name: string, type: Type<object>, env: NodeJS.ProcessEnv): object {
  const prefix = `${name.toUpperCase()}_`;
  const declared = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .map(({ propertyName }) => propertyName);
  const foreign = declared.find((each) => !each.startsWith(prefix));
  if (foreign) throw new ExtensionError(name, `has the setting ${foreign}: its settings must begin with ${prefix}.`);
  const given = Object.fromEntries(declared.flatMap((each) => (env[each] ? [[each, env[each]]] : [])));
  const settings = plainToInstance(type, given, { exposeDefaultValues: true });
  const problems = validateSync(settings).flatMap((error) => Object.values(error.constraints ?? {}));
  if (problems.length) throw new SettingsError(problems);
  return settings;
}

/** The directory of an installed package, as Node finds it from another directory. */
function packageIn(from: string, name: string): string | null {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (directory === dirname(directory)) return null;
  }
}

/** Whether a directory is that of the package. */
function isAt(directory: string, name: string): boolean {
  const path = join(directory, 'package.json');
  return existsSync(path) && (JSON.parse(readFileSync(path, 'utf8')) as { name?: string }).name === name;
}

/** Hash of the files of a package, without the packages in it. */
function hashOf(directory: string): string {
  const hash = createHash('sha256');
  const files = globSync('**/*', { cwd: directory, exclude: ['node_modules'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(directory, file)));
  return hash.digest('hex');
}
