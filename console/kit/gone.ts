import { useQueries } from '@tanstack/react-query';
import { SuiteError } from '#client';
import { read, useMay } from './api.js';
import { isUserId, KNOWN_MS, oneAt, PEOPLE, SOURCES } from './named.js';
import { personOf } from './people.js';
import { prefixOf } from './resources.js';
import { labelOf } from './schema/words.js';

/** Ids that are looked up: a condition may have thousands. */
const MAX_LOOKED_UP = 20;

/** The ids in a condition with the field that is compared with them. */
function idsIn(part: unknown, field = ''): { id: string; field: string }[] {
  if (typeof part === 'string') return prefixOf(part) === null ? [] : [{ id: part, field }];
  if (Array.isArray(part)) return part.flatMap((each) => idsIn(each, field));
  if (typeof part !== 'object' || part === null) return [];
  // Operators stand below their field, other names are fields.
  return Object.entries(part).flatMap(([name, value]) => idsIn(value, /_ids?$/.test(name) ? name : field));
}

/** Labels of the fields of a condition that are compared with records which are not there for the reader. */
export function useGone(condition: object): string[] {
  const may = useMay();
  const asked = idsIn(condition)
    .slice(0, MAX_LOOKED_UP)
    .flatMap(({ id, field }) => {
      if (isUserId(id)) return [{ field, key: [PEOPLE.path, id], find: () => personOf(id) as Promise<unknown> }];
      const source = SOURCES[prefixOf(id)!];
      if (!source || (source.scope !== null && !may(source.scope))) return [];
      const path = oneAt(source);
      return [{ field, key: [path, { id }, {}], find: () => read(path, { params: { path: { id } } }) }];
    });
  const found = useQueries({
    queries: asked.map(({ key, find }) => ({ queryKey: key, queryFn: find, staleTime: KNOWN_MS })),
  });
  const isGone = ({ data, error }: (typeof found)[number]) =>
    data === null || (error instanceof SuiteError && error.status === 404);
  return [...new Set(asked.flatMap(({ field }, index) => (isGone(found[index]!) ? [labelOf(field)] : [])))];
}
