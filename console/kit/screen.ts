import { type AnyRoute, createRootRoute, createRoute } from '@tanstack/react-router';
import type { IconName } from './icons.js';
import { t } from './language.js';
import { lazyPage } from './lazy.js';
import type { Scope } from './scopes.js';

/** The apps, and the parts of the settings, as the navigation lists them. The first one has no heading. */
export const APP_SECTIONS = ['', 'sales', 'careers', 'projects', 'office'] as const;
export const SETTINGS_SECTIONS = ['people', 'security', 'develop', 'operations', 'data'] as const;

export type SectionName = (typeof APP_SECTIONS)[number] | (typeof SETTINGS_SECTIONS)[number];

/** Their headings. */
export const SECTIONS: Record<SectionName, string> = {
  '': '',
  sales: t('Sales'),
  careers: t('Careers'),
  projects: t('Projects'),
  office: t('Office'),
  people: t('People'),
  security: t('Security'),
  develop: t('Develop'),
  operations: t('Operations'),
  data: t('Data'),
};

/** Where the screens of an app stand, if the section has another name. Apps of extensions have sections of theirs. */
const SECTION_OF: Record<string, SectionName> = { project: 'projects', access: 'people', guard: 'security' };

export const sectionOf = (app: string): SectionName => SECTION_OF[app] ?? (app as SectionName);

/** The search of an address as forms write it: every value is a text. */
export type Search = Record<string, string | undefined>;

/** The route above all pages. `app/` adds the frame. */
export const root = createRootRoute({ validateSearch: (search): Search => search as Search });

/**
 * A page at `path`, such as `api-keys/$id`. The default export of the file that `load` names is loaded when the page is first
 * opened. `validateSearch` types what the page takes from the search of its address.
 */
export const page = <const P extends string, S extends Search = Search>(
  path: P,
  // Not typed as a component: components use the types of the routes, which would follow from themselves.
  load: () => Promise<{ default: any }>,
  validateSearch: (search: Search) => S = (search) => search as S,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyPage(load),
    validateSearch: (search: Record<string, unknown>) => validateSearch(search as Search),
  });

/** A place of the console: what the navigation, the search and the router need to know, before anything of it is loaded. */
export interface Screen {
  /** Its name in the navigation and the window's title. */
  title: string;
  icon: IconName;
  section: SectionName;
  /** The first part of its addresses; empty for the first screen. */
  path: string;
  /** The scopes that a person needs to see it. */
  scopes?: readonly Scope[];
  /** The navigation lists it for people with these scopes; others who may see it find it by the search. */
  serves?: readonly Scope[];
  /** Other entries of the navigation that lead to its pages, in place of one for the first page. */
  entries?: readonly { title: string; section: SectionName; to: string; scopes: readonly Scope[] }[];
  /** Whether it is for operators of the deployment alone. */
  operators?: boolean;
  /** Words by which the search finds it beside its title. */
  about?: string;
  /** How ids begin that one of its pages shows: `key`. */
  shows?: string;
  /** Which one that is. Default: `$id`. */
  showsAt?: `${string}$id`;
  /** The pages of other records, by how their ids begin: `{ spr: 'sprints/$id' }`. */
  also?: Readonly<Record<string, `${string}$id`>>;
  /** Its pages (see `page`). The first one is at `path`. */
  pages: readonly AnyRoute[];
}

/** Keeps the types of the pages, by which the router checks addresses and parameters. */
export const screen = <S extends Screen>(of: S): S => of;
