import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useMay, useReadAny } from './api.js';
import { KNOWN_MS, oneAt, PEOPLE, SOURCES, useName } from './named.js';
import { personOf } from './people.js';
import { prefixOf } from './resources.js';
import { t } from './language.js';

/** Milliseconds without a key pressed after which they are asked for. */
const PAUSE_MS = 200;
/** Enough to choose from; the rest is found by typing. */
const MAX_CHOICES = 20;

interface Found {
  value: string;
  label: string;
}

/** Records of a kind to choose from, by the text that was typed. */
function useFound(of: string, typed: string, chosen: string | null, only?: Record<string, string>) {
  const mayRead = useMay();
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const own = SOURCES[of];
  const source = of === 'usr' && !mayRead('access:read') ? PEOPLE : own;
  const may = source !== undefined && (source.scope === null || mayRead(source.scope));
  const asks = q !== '' && q !== chosen && source?.finds;
  const query = { limit: source?.finds ? MAX_CHOICES : 100, ...source?.query, ...only, ...(asks && { q }) };
  const { data } = useReadAny(source?.path ?? '', {
    query,
    when: may && (source.finds !== 'only' || (Boolean(asks) && /[\p{L}\p{N}]{2}/u.test(q))),
  });
  const found: Found[] = (data?.data ?? []).map((row: any) => {
    const [name, more] = [source!.name(row) ?? row.id ?? row.client_id, source!.more?.(row)];
    return { value: row.id ?? row.client_id, label: more ? `${name} · ${more}` : name };
  });
  return { found, may, finds: Boolean(source?.finds) };
}

interface PickProps {
  /** How their ids begin: `usr`. */
  of: string;
  /** Filters of their list that all choices pass. */
  only?: Record<string, string>;
  /** Ids of others can be pasted too. */
  others?: boolean;
  label?: string;
  /** In place of a label that is seen. */
  'aria-label'?: string;
  description?: string;
  required?: boolean;
  value: string;
  onChange: (id: string) => void;
  error?: string;
  placeholder?: string;
  autoFocus?: boolean;
  /** The choices open inside of what the input stands in, which would close where they are pressed outside of it. */
  inPlace?: boolean;
}

const NONE = t('No results');

/** Picks a record by its name. Readers who may not see such records paste an id. */
export function PickOne({ of, only, others, inPlace, value, onChange, placeholder, ...rest }: PickProps) {
  const [typed, type] = useState('');
  const own = useName(value);
  const { found, may, finds } = useFound(of, typed, own, only);
  // The chosen one, and an id that was pasted, can always be chosen.
  for (const id of [value, typed.trim()])
    if (prefixOf(id) !== null && (others || prefixOf(id) === of) && !found.some((each) => each.value === id))
      found.unshift({ value: id, label: (id === value && own) || id });
  // The input shows the chosen one by its name alone, before and after the choices are there.
  const data = found.map((each) => (each.value === value && own ? { ...each, label: own } : each));
  return (
    <Select
      {...rest}
      placeholder={placeholder ?? (may ? t('Type a name') : t('You cannot see these records'))}
      searchable
      clearable={!rest.required}
      defaultDropdownOpened={rest.autoFocus}
      data={data}
      filter={({ options, search }) =>
        options.filter((each) => 'label' in each && (finds || each.label.toLowerCase().includes(search.toLowerCase())))
      }
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onSearchChange={type}
      // Some lists answer nothing without a text: nothing was looked for yet.
      nothingFoundMessage={SOURCES[of]?.finds === 'only' && !typed.trim() ? undefined : NONE}
      comboboxProps={{ withinPortal: !inPlace }}
    />
  );
}

interface PickManyProps extends Omit<PickProps, 'value' | 'onChange' | 'others' | 'only'> {
  value: string[];
  onChange: (ids: string[]) => void;
}

/** Picks several records by their names. */
export function PickMany({ of, inPlace, value, onChange, placeholder, ...rest }: PickManyProps) {
  const [typed, type] = useState('');
  const { found, may } = useFound(of, typed, null);
  const source = SOURCES[of];
  const names = useQueries({
    queries: value.map((id) => ({
      queryKey: ['name', id],
      queryFn: async () =>
        of === 'usr'
          ? ((await personOf(id))?.display_name ?? null)
          : source!.name(await read(oneAt(source!), { params: { path: { id } } })),
      staleTime: KNOWN_MS,
      enabled: source !== undefined && may,
    })),
  });
  for (const [index, id] of value.entries())
    if (!found.some((each) => each.value === id)) found.unshift({ value: id, label: names[index]?.data ?? id });
  if (prefixOf(typed) === of && !found.some((each) => each.value === typed.trim()))
    found.unshift({ value: typed.trim(), label: typed.trim() });
  return (
    <MultiSelect
      {...rest}
      placeholder={
        value.length ? undefined : (placeholder ?? (may ? t('Type a name') : t('You cannot see these records')))
      }
      searchable
      hidePickedOptions
      data={found}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      onSearchChange={type}
      nothingFoundMessage={NONE}
      comboboxProps={{ withinPortal: !inPlace }}
    />
  );
}
