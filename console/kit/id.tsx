import { Go } from './page.js';
import { prefixOf } from './resources.js';
import type { Screen } from './screen.js';

let screens: readonly Screen[] = [];

/** Registers the screens that show records of their own. `app/` does so before it renders. */
export function registerScreens(all: readonly Screen[]): void {
  screens = all;
}

/** The page that shows the record with this id: the screen made for it, or the one for every record. */
export function placeOf(id: string): string {
  const prefix = prefixOf(id);
  if (prefix !== null)
    for (const { path, shows, showsAt = '$id', also } of screens) {
      const at = shows === prefix ? showsAt : also?.[prefix];
      if (at) return `/${path}/${at.replace('$id', id)}`;
    }
  return `/records/id/${id}`;
}

/** An id, or what it stands for, as a link to the record. */
export const Id = ({ of, as }: { of: string; as?: string }) => (
  <Go to={placeOf(of)} className={as === undefined ? 'mono' : undefined}>
    {as ?? of}
  </Go>
);
