import { Injectable } from '@nestjs/common';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { declaredApps, Settings, StaticFiles } from '../platform/index.js';

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

interface BuiltConsole {
  page: string;
  assets: StaticFiles;
}

/** The files of the console as they were built. */
@Injectable()
export class ConsoleFiles {
  readonly #base: string;
  #built?: BuiltConsole;

  constructor(settings: Settings) {
    this.#base = settings.BASE_URL;
  }

  /** Null where it was not built. */
  get built(): BuiltConsole | null {
    return (this.#built ??= this.#read()) ?? null;
  }

  #read(): BuiltConsole | undefined {
    const directory = DIRECTORIES.find((path) => existsSync(join(path, 'assets')));
    if (!directory) return undefined;
    const names = readdirSync(join(directory, 'assets'));
    const files = names.map((name) => [name, pathToFileURL(join(directory, 'assets', name))] as const);
    const root = `${new URL(this.#base).pathname.replace(/\/$/, '')}/console/`;
    const page = readFileSync(join(directory, 'index.html'), 'utf8')
      .replace(ADDRESSES, () => root)
      .replace('%SERVER%', () => attribute(this.#base))
      .replace('%APPS%', () => attribute(JSON.stringify(ofExtensions())));
    return { page, assets: new StaticFiles(new Map(files)) };
  }
}
