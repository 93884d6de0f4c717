import { prefixOf } from '../../access/index.js';
import type { DirectoryView } from './directory.dto.js';

/** A cell and its directory. */
export interface CellEntries {
  name: string;
  url: string;
  entries: readonly DirectoryView[];
}

export interface CellMaps {
  /** Map files of a proxy: a line for each key, with a value behind a blank. */
  files: Record<'keys.map' | 'workspaces.map' | 'domains.map', string>;
  /** Beginnings of keys that are in no file, because keys of several cells have them. */
  ambiguous: string[];
}

const PREFIX = /^wsk_(live|test)_[0-9A-Za-z]{4,6}$/;
const WORKSPACE = /^ws_[0-9a-z]{26}$/;
const DOMAIN = /^[a-z0-9.-]{1,253}$/;

/**
 * The maps by which a proxy finds the cell of a request. Throws where a workspace, or a domain, is in two cells: requests would reach
 * the wrong one, which learns their keys.
 */
export function mapsOf(cells: readonly CellEntries[]): CellMaps {
  const workspaces = new Map<string, string>();
  const domains = new Map<string, string>();
  /** By the beginning of keys: the cells in which all keys of a workspace begin so, and those that have single keys of before. */
  const all = new Map<string, Set<string>>();
  const single = new Map<string, Set<string>>();
  for (const { name, url, entries } of cells)
    for (const { workspace_id, key_prefixes, domains: proved } of entries) {
      const [own, ...others] = key_prefixes;
      const isOwn = own === prefixOf('live', workspace_id) || own === prefixOf('test', workspace_id);
      if (!isOwn || !WORKSPACE.test(workspace_id) || !others.every(isPrefix) || !proved.every(isDomain))
        throw new Error(`The cell ${name} says of ${workspace_id.slice(0, 40)} what is no entry of a directory.`);
      put(workspaces, workspace_id, url);
      for (const domain of proved) put(domains, domain, url);
      add(all, own, name);
      for (const prefix of others) add(single, prefix, name);
    }
  const keys = new Map<string, string>();
  const ambiguous: string[] = [];
  for (const prefix of new Set([...all.keys(), ...single.keys()])) {
    // Single keys give way to those of a whole workspace.
    const found = [...(all.get(prefix) ?? single.get(prefix)!)];
    if (found.length === 1) keys.set(prefix, found[0]!);
    if (new Set([...(all.get(prefix) ?? []), ...(single.get(prefix) ?? [])]).size > 1) ambiguous.push(prefix);
  }
  return {
    files: { 'keys.map': lines(keys), 'workspaces.map': lines(workspaces), 'domains.map': lines(domains) },
    ambiguous: ambiguous.toSorted(),
  };
}

const isPrefix = (text: string): boolean => PREFIX.test(text);
const isDomain = (text: string): boolean => DOMAIN.test(text);

function put(map: Map<string, string>, key: string, value: string): void {
  const other = map.get(key);
  if (other !== undefined && other !== value) throw new Error(`${key} is in two cells: ${other} and ${value}.`);
  map.set(key, value);
}

const add = (map: Map<string, Set<string>>, key: string, value: string) =>
  void map.set(key, (map.get(key) ?? new Set()).add(value));

const lines = (map: ReadonlyMap<string, string>): string =>
  [...map]
    .map(([key, value]) => `${key} ${value}\n`)
    .toSorted()
    .join('');
