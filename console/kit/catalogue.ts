import { useMemo } from 'react';
import { useContract } from './resources.js';
import { typeInEnglish } from './words.js';
import { type App, APPS } from './scopes.js';
import { t, translated } from './language.js';

/** The types and actions of the API, as policies and alert rules name them. */
export interface Catalogue {
  /** `office.document`, in the order of the apps. */
  types: string[];
  /** The actions of audit entries: `office.document.deleted`. */
  actions: string[];
  /** The path by which a record of a type comes back from the trash: `/v1/office/documents/{id}/restore`. */
  restores: Map<string, string>;
}

/** The types of records and the actions of the audit log, from the document that describes the API. Null until that is there. */
export function useCatalogue(): Catalogue | null {
  const contract = useContract();
  return useMemo(() => {
    if (!contract) return null;
    const { paths } = contract;
    const restores = Object.entries(paths).flatMap(([path, { post }]): [string, string][] => {
      const action = path.endsWith('/restore') && post?.['x-audit-action'];
      return action ? [[action.slice(0, action.lastIndexOf('.')), path]] : [];
    });
    const all = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation['x-audit-action'] ?? []),
    );
    const order = Object.keys(APPS);
    const known = [...new Set(all)].filter((action) => order.includes(appOf(action)));
    known.sort((a, b) => order.indexOf(appOf(a)) - order.indexOf(appOf(b)) || (a < b ? -1 : 1));
    const types = [...new Set(known.map((action) => action.slice(0, action.lastIndexOf('.'))))];
    return { types, actions: known.filter((action) => !action.endsWith('.read')), restores: new Map(restores) };
  }, [contract]);
}

/** `office.document` → `office` */
export const appOf = (name: string): App => name.slice(0, name.indexOf('.')) as App;

/** `office.document` → `documents`, `project.time_entry` → `time entries`, `office.*` → `anything in Office`. */
export function typeInWords(type: string): string {
  if (type.endsWith('.*')) return t('anything in {app}', { app: APPS[appOf(type)] });
  return translated(typeInEnglish(type));
}

/** The same as a choice: `Office: documents`. */
export const typeChoice = (type: string): { value: string; label: string } => ({
  value: type,
  label: type.endsWith('.*')
    ? t('{app}: everything', { app: APPS[appOf(type)] })
    : `${APPS[appOf(type)]}: ${typeInWords(type)}`,
});

/** `a`, `a and b`, `a, b or c`. */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} ${last === 'and' ? t('and') : t('or')} ${words.at(-1)}`;
