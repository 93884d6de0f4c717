import { statSync } from 'node:fs';
import type { Language } from '../context/request-context.js';
import { appOf, isApp, type App, type Scope } from '../security/apps.js';
import type { ExtensionOptions } from './extension.js';

/** Icons of the console that lists and screens can have in its navigation. */
export const NAV_ICONS = [
  'board',
  'check',
  'clock',
  'database',
  'file',
  'list',
  'star',
  'user',
  'users',
  'work',
] as const;

/** Screens of an extension in the console, which docs/console.md says how to write. */
export interface ConsoleOptions {
  /** The file that exports them, all in one, for browsers: `new URL('./console/screens.js', import.meta.url)`. */
  module: URL;
  screens: readonly ScreenOptions[];
}

export interface ScreenOptions {
  /** Lower-case letters, digits and hyphens. The screen is at `/console/x/<extension>/<path>`, and all that is below it. */
  path: string;
  /** Its name in the navigation and above it: one for all languages, or one for each; English where one is missing. */
  title: string | Readonly<{ en: string } & Partial<Record<Language, string>>>;
  icon: (typeof NAV_ICONS)[number];
  /** Those without all of these scopes do not see it. Default: `read` of the app of the extension. */
  scopes?: readonly Scope[];
}

/** A screen with its defaults. */
export interface DeclaredScreen extends Required<ScreenOptions> {
  /** Name of its extension. */
  extension: string;
  /** The app under which the navigation lists it. */
  app: App;
}

type Declared = Pick<ExtensionOptions, 'name' | 'app' | 'console'>;

/** The screens of an extension. */
export const screensOf = ({ name, app, console: own }: Declared): DeclaredScreen[] =>
  (own?.screens ?? []).map((screen) => {
    const { scopes = [`${app!.name}:read`] } = screen;
    return { ...screen, scopes, extension: name, app: app?.name ?? appOf(scopes[0]!) };
  });

/** Throws an error that says what is wrong with the declaration of its screens. */
export function checkScreens(extension: Declared): void {
  const { app, console: own } = extension;
  if (!own) return;
  const { module } = own;
  if (!statSync(module, { throwIfNoEntry: false })?.isFile())
    throw new Error(`console.module is ${module.pathname}, where no file is: build it, or mend the address.`);
  const paths = new Set<string>();
  for (const { path, icon, scopes = [] } of own.screens) {
    const where = `the screen '${path}' of the console`;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(path))
      throw new Error(`${where} needs a path of lower-case letters, digits and hyphens.`);
    if (paths.has(path)) throw new Error(`${where} is declared twice: give one of them another path.`);
    paths.add(path);
    if (!NAV_ICONS.includes(icon))
      throw new Error(`${where} has the icon '${icon}', which is none of: ${NAV_ICONS.join(', ')}.`);
    if (!app && !scopes.length) throw new Error(`${where} belongs to no app: name the scopes of those who see it.`);
    for (const scope of scopes)
      if (!/^[a-z]+:(read|write)$/.test(scope) || !isApp(appOf(scope)))
        throw new Error(
          `${where} asks for the scope '${scope}', which no app declares. Name the extension that declares it first.`,
        );
  }
}
