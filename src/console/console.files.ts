import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import {
  ApiDescription,
  declaredApps,
  loadedExtensions,
  Routes,
  screensOf,
  Settings,
  StaticFiles,
} from '../platform/index.js';
import { contractOf } from './contract.js';

/** Where the build puts it, seen from here as it is written and as it is built. */
const DIRECTORIES = ['../../dist/console/', '../../console/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Which attribute values of the page are addresses: those of its files. */
const ADDRESSES = /(?<=(?:src|href)=")\.\//g;

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The apps that the console does not know, with their words. */
const ofExtensions = () =>
  declaredApps()
    .filter(({ extension }) => extension !== null)
    .map(({ name, title, read, write }) => ({ name, title, read, write }));

/** Modules of extensions with their screens, each as a file whose name changes with what is in it. */
const modulesOfExtensions = () =>
  loadedExtensions().flatMap((extension) => {
    if (!extension.console) return [];
    const text = readFileSync(extension.console.module, 'utf8');
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
    return { file: `extension-${extension.name}-${digest}.js`, text, screens: screensOf(extension) };
  });

interface BuiltConsole {
  page: string;
  assets: StaticFiles;
}

/** The files of the console as they were built. */
@Injectable()
export class ConsoleFiles {
  readonly #base: string;
  #built?: BuiltConsole;
  #contract?: string;

  constructor(
    settings: Settings,
    private readonly routes: Routes,
    private readonly description: ApiDescription,
  ) {
    this.#base = settings.BASE_URL;
  }

  /** Null where it was not built. */
  get built(): BuiltConsole | null {
    return (this.#built ??= this.#read()) ?? null;
  }

  /** As `/console/contract.json` sends it, made once. */
  get contract(): string {
    return (this.#contract ??= JSON.stringify(contractOf(this.description)));
  }

  /** Lists that have a place in the navigation. The page needs it before it has read the contract. */
  #places() {
    const placed = this.routes.all.filter(({ endpoint }) => endpoint?.nav);
    const { paths } = placed.length ? this.description.document : {};
    return placed.map(({ path, scope, endpoint }) => ({
      slug: path.slice('/v1/'.length).replaceAll('/', '.'),
      app: endpoint!.resource.forOperators ? 'operations' : endpoint!.resource.app,
      title: paths[path].get['x-title'],
      icon: endpoint!.nav,
      scope,
    }));
  }

  #read(): BuiltConsole | undefined {
    const directory = DIRECTORIES.find((path) => existsSync(join(path, 'assets')));
    if (!directory) return undefined;
    const names = readdirSync(join(directory, 'assets'));
    const modules = modulesOfExtensions();
    const files = new Map<string, string | URL>([
      ...names.map((name) => [name, pathToFileURL(join(directory, 'assets', name))] as const),
      ...modules.map(({ file, text }) => [file, text] as const),
    ]);
    const root = `${new URL(this.#base).pathname.replace(/\/$/, '')}/console/`;
    const screens = modules.flatMap((module) =>
      module.screens.map((screen) => ({ ...screen, module: `${root}assets/${module.file}` })),
    );
    const page = readFileSync(join(directory, 'index.html'), 'utf8')
      .replace(ADDRESSES, () => root)
      .replace('%SERVER%', () => attribute(this.#base))
      .replace('%APPS%', () => attribute(JSON.stringify(ofExtensions())))
      .replace('%PLACES%', () => attribute(JSON.stringify(this.#places())))
      .replace('%SCREENS%', () => attribute(JSON.stringify(screens)));
    return { page, assets: new StaticFiles(files) };
  }
}
