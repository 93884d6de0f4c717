import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMay, useMe, useReadAny } from './api.js';
import { Id } from './id.js';
import { prefixOf } from './resources.js';
import type { Scope } from './scopes.js';

interface Source {
  /** The path of their list; one record is at `/{id}`. */
  path: string;
  scope: Scope;
  /** The field that people know them by. */
  name: string;
  /** A field that tells two of one name apart. */
  more?: string;
  /** Whether the list finds texts: where it does not, it is short. */
  finds?: boolean;
}

/** Records that people know by a name, by how their ids begin. */
const SOURCES: Record<string, Source> = {
  usr: { path: '/v1/access/users', scope: 'access:read', name: 'display_name', more: 'email', finds: true },
  grp: { path: '/v1/access/groups', scope: 'access:read', name: 'name' },
  cli: { path: '/v1/access/oauth-clients', scope: 'access:read', name: 'name' },
  key: { path: '/v1/access/api-keys', scope: 'access:read', name: 'name' },
  pol: { path: '/v1/guard/policies', scope: 'guard:read', name: 'name' },
  rul: { path: '/v1/guard/alert-rules', scope: 'guard:read', name: 'name' },
};

/** Milliseconds for which a name is taken as known. */
const KNOWN_MS = 5 * 60_000;

/** The name of the record with this id. Null if it is unknown or not visible to the reader. */
export function useName(id: string | null | undefined): string | null {
  const may = useMay();
  const source = SOURCES[prefixOf(id ?? '') ?? ''];
  const { data } = useReadAny(`${source?.path}/{id}`, {
    path: { id: id ?? '' },
    fresh: KNOWN_MS,
    when: source !== undefined && may(source.scope),
  });
  return data && source ? String((data as any)[source.name]) : null;
}

/** A link to a record, by the name that people know. */
export const Named = ({ of }: { of: string }) => <Id of={of} as={useName(of) ?? undefined} />;

/** The same without a link. */
export const NameOf = ({ id }: { id: string }) => <>{useName(id) ?? id}</>;

interface PickProps {
  /** How their ids begin: `usr`. */
  of: 'usr' | 'grp' | 'key';
  /** Ids of others can be pasted too. */
  others?: boolean;
  label?: string;
  /** In place of a label that is seen. */
  'aria-label'?: string;
  value: string;
  onChange: (id: string) => void;
  error?: string;
  placeholder?: string;
}

/** Milliseconds without a key pressed after which they are asked for. */
const PAUSE_MS = 200;
/** Enough to choose from; the rest is found by typing. */
const MOST = 20;

/** Picks a user, a group or a key by name. Those who may not see them pick themselves, or type an id. */
export function PickOne({ of, others, value, onChange, placeholder, ...rest }: PickProps) {
  const { path, scope, name, more, finds } = SOURCES[of]!;
  const may = useMay()(scope);
  const me = useMe();
  const [typed, type] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const own = useName(value);
  const asked = finds ? { limit: MOST, ...(q && q !== own && { q }) } : { limit: 100 };
  const { data } = useReadAny(path, { query: asked, when: may });
  const rows: any[] = data?.data ?? (of === 'usr' && !may ? [me] : []);
  const found = rows.map((row) => ({ value: row.id, label: more ? `${row[name]} · ${row[more]}` : String(row[name]) }));
  // The chosen one, and an id that was pasted, can always be chosen.
  for (const id of [value, typed.trim()])
    if (prefixOf(id) !== null && (others || prefixOf(id) === of) && !found.some((each) => each.value === id))
      found.unshift({ value: id, label: (id === value && own) || id });
  return (
    <Select
      {...rest}
      placeholder={placeholder ?? (may ? 'Type a name' : 'Paste an id')}
      searchable
      data={found}
      filter={({ options, search }) =>
        options.filter((each) => 'label' in each && (finds || each.label.toLowerCase().includes(search.toLowerCase())))
      }
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={type}
      nothingFoundMessage="No results"
      comboboxProps={{ withinPortal: true }}
    />
  );
}
