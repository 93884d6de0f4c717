import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type Filter, useFilters } from './filter.js';
import { PickOne } from './pick.js';
import { worded } from './words.js';

/** Milliseconds without a key pressed after which a typed filter counts. */
const PAUSE_MS = 300;

/** The filters above a list, and what else stands there. */
export function Filters({ of, children }: { of: readonly Filter[]; children?: ReactNode }) {
  const [chosen, set] = useFilters(of.map(({ name }) => name));
  const navigate = useNavigate();
  const clear = () => void navigate({ to: '.', replace: true, search: {} });
  return (
    <div className="filters" role="search">
      {of.map((filter) => {
        const value = chosen[filter.name] ?? '';
        return filter.options ? (
          <NativeSelect
            key={filter.name}
            label={filter.label}
            title={filter.about}
            value={value}
            onChange={({ currentTarget }) => set(filter.name, currentTarget.value)}
            data={[
              { value: '', label: filter.any ?? 'Any' },
              ...filter.options.map((each) => (typeof each === 'string' ? { value: each, label: worded(each) } : each)),
            ]}
          />
        ) : filter.pick ? (
          <PickOne
            key={filter.name}
            of={filter.pick}
            others
            label={filter.label}
            placeholder={filter.placeholder ?? 'Anybody'}
            value={value}
            onChange={(id) => set(filter.name, id)}
          />
        ) : (
          <Typed key={filter.name} filter={filter} value={value} set={(typed) => set(filter.name, typed)} />
        );
      })}
      {/* It keeps its place without a filter, so that nothing below it moves. */}
      <Button
        variant="subtle"
        color="gray"
        className="filters-clear"
        data-on={Object.keys(chosen).length > 0 || undefined}
        onClick={clear}
      >
        Clear
      </Button>
      {children && <div className="filters-more">{children}</div>}
    </div>
  );
}

function Typed({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const [typed, type] = useState(value);
  useEffect(() => {
    type(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => set(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      label={filter.label}
      type={filter.type ?? 'text'}
      placeholder={filter.placeholder}
      title={filter.about}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
