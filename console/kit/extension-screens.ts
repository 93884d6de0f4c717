import { LANGUAGE, type Language } from '../languages/index.js';
import type { IconName } from './icons.js';
import { inPage } from './scope-names.js';
import type { Scope } from './scopes.js';
import { type Screen, sectionOf } from './screen.js';

/** A screen that an extension declares, and the address of the module that has it. */
export interface ExtensionScreen {
  extension: string;
  path: string;
  title: string;
  icon: IconName;
  app: string;
  scopes: Scope[];
  module: string;
}

interface Told extends Omit<ExtensionScreen, 'title'> {
  title: string | ({ en: string } & Partial<Record<Language, string>>);
}

export const EXTENSION_SCREENS: readonly ExtensionScreen[] = inPage<Told>('screens').map(({ title, ...screen }) => ({
  ...screen,
  title: typeof title === 'string' ? title : (title[LANGUAGE] ?? title.en),
}));

/** Its place in the console: `/x/companies/cities`. */
export const placeOfScreen = ({ extension, path }: ExtensionScreen): string => `/x/${extension}/${path}`;

/** The same for navigation and search. Their pages are those of one route (`screens/extension`). */
export const asScreen = (of: ExtensionScreen): Screen => {
  const [{ title, icon, app, scopes }, to] = [of, placeOfScreen(of)];
  const section = sectionOf(app);
  return { title, icon, section, path: to.slice(1), scopes, entries: [{ title, section, to, scopes }], pages: [] };
};
