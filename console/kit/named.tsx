import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay, useReadAny } from './api.js';
import { Id } from './id.js';
import { personOf } from './people.js';
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

/** Users for readers who may not read accounts: everybody may know the names of their colleagues. */
const PEOPLE = { path: '/v1/access/people', name: 'display_name', more: undefined, finds: true };

/** Stands in records for users who have been deleted. */
const DELETED_USER = 'usr_deleted';

export const isUserId = (id: string): boolean => prefixOf(id) === 'usr' || id === DELETED_USER;

/** Milliseconds for which a name is taken as known. */
const KNOWN_MS = 5 * 60_000;

/** The name of the record with this id. Null if it is unknown or not visible to the reader. */
export function useName(id: string | null | undefined): string | null {
  const may = useMay();
  const isUser = isUserId(id ?? '');
  const source = isUser ? undefined : SOURCES[prefixOf(id ?? '') ?? ''];
  const person = useQuery({
    queryKey: [PEOPLE.path, id],
    queryFn: () => personOf(id!),
    staleTime: KNOWN_MS,
    enabled: isUser,
  });
  const { data } = useReadAny(`${source?.path}/{id}`, {
    path: { id: id ?? '' },
    fresh: KNOWN_MS,
    when: source !== undefined && may(source.scope),
  });
  if (isUser) return person.data?.display_name ?? null;
  return data && source ? String((data as any)[source.name]) : null;
}

/** A record by the name that people know: a link, where the reader may open it. */
export function Named({ of }: { of: string }) {
  const name = useName(of);
  const mayOpen = useMay()('access:read') && of !== DELETED_USER;
  if (name !== null && isUserId(of) && !mayOpen) return <span title={of}>{name}</span>;
  return <Id of={of} as={name ?? undefined} />;
}

/** The app through which a user acted, by its name of that time. */
export const WithApp = ({ of: app }: { of: { id: string; name: string } | undefined }) =>
  app && (
    <>
      <span className="soft">with</span> <Id of={app.id} as={app.name} />
    </>
  );

/** A record by its name, without a link. */
export const NameOf = ({ id }: { id: string }) => <>{useName(id) ?? id}</>;

interface PickProps {
  /** How their ids begin: `usr`. */
  of: 'usr' | 'grp' | 'key' | 'cli';
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

/** Picks a user, a group, a key or an app by name. Readers who may not see groups, keys or apps paste an id. */
export function PickOne({ of, others, value, onChange, placeholder, ...rest }: PickProps) {
  const mayRead = useMay()(SOURCES[of]!.scope);
  const { path, name, more, finds } = of === 'usr' && !mayRead ? PEOPLE : SOURCES[of]!;
  const may = mayRead || of === 'usr';
  const [typed, type] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const own = useName(value);
  const asked = finds ? { limit: MOST, ...(q && q !== own && { q }) } : { limit: 100 };
  const { data } = useReadAny(path, { query: asked, when: may });
  const rows: any[] = data?.data ?? [];
  const found = rows.map((row) => ({
    value: row.id ?? row.client_id,
    label: more ? `${row[name]} · ${row[more]}` : String(row[name]),
  }));
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
