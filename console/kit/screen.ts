import type { ComponentType } from 'react';
import type { IconName } from './icons.js';
import type { Scope } from './scopes.js';

/** The headings of the navigation, in their order. */
export const SECTIONS = ['', 'Develop', 'People', 'Security', 'Operations', 'Data'] as const;

/** A place of the console: what the navigation, the search and the router need to know, before anything of it is loaded. */
export interface Screen {
  /** What it is called in the navigation and the window's title. */
  title: string;
  icon: IconName;
  section: (typeof SECTIONS)[number];
  /** The first part of its addresses; empty for the first screen. */
  path: string;
  /** Who lacks one of these does not see it. */
  scopes?: readonly Scope[];
  /** Words by which the search finds it beside its title. */
  about?: string;
  /** How ids begin that one of its pages shows: `key`. */
  shows?: string;
  /** Which one that is. Default: `$id`. */
  showsAt?: `${string}$id`;
  /**
   * Its pages, by what follows `path`: `''` for the list, `$id` for one. Each is loaded when it is first opened, and is the
   * default export of its file.
   */
  pages: Record<string, () => Promise<{ default: ComponentType }>>;
}
