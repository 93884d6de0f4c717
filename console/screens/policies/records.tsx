import { NativeSelect, TextInput } from '@mantine/core';
import { type Fields, typeChoice, useCatalogue } from '../../kit/index.js';
import { Items } from './items.js';
import { ALL_APPS, type Resource } from './rules.js';
import type { Draft } from './writing.js';
import { t } from '../../kit/language.js';

/** Which records a policy is about. */
export const Records = ({ field }: { field: Fields<Draft> }) => (
  <Items
    legend={t('Which records')}
    add={t('Add records')}
    items={field.values.resources}
    fresh={{ type: 'office.*' }}
    onChange={(resources) => field.set('resources', resources)}
    error={field.at('resources')}
  >
    {(resource, set, index) => (
      <OneResource of={resource} set={set} error={(part) => field.at(`resources[${index}].${part}`)} />
    )}
  </Items>
);

interface OneProps {
  of: Resource;
  set: (resource: Resource) => void;
  error: (part: 'type' | 'tag' | 'id') => string | undefined;
}

function OneResource({ of: resource, set, error }: OneProps) {
  const { type, tag, id } = resource;
  const kind = id !== undefined ? 'id' : tag !== undefined ? 'tag' : 'all';
  const types = useCatalogue()?.types ?? [];
  const known = [...ALL_APPS.map((app) => `${app}.*`), ...types];
  return (
    <>
      <NativeSelect
        aria-label={t('Records')}
        data={[...new Set([...known, type])].filter(Boolean).map(typeChoice)}
        value={type}
        onChange={({ currentTarget }) => set({ ...resource, type: currentTarget.value })}
        error={error('type')}
      />
      <NativeSelect
        aria-label={t('Which of them')}
        data={[
          { value: 'all', label: t('all of them') },
          { value: 'tag', label: t('with the tag') },
          { value: 'id', label: t('only the one with the id') },
        ]}
        value={kind}
        onChange={({ currentTarget }) =>
          set({ type, ...(currentTarget.value !== 'all' && { [currentTarget.value]: '' }) })
        }
      />
      {kind === 'tag' && (
        <TextInput
          aria-label={t('Tag')}
          value={tag}
          onChange={({ currentTarget }) => set({ type, tag: currentTarget.value })}
          error={error('tag')}
        />
      )}
      {kind === 'id' && (
        <TextInput
          aria-label={t('Id')}
          value={id}
          onChange={({ currentTarget }) => set({ type, id: currentTarget.value.trim() })}
          error={error('id')}
        />
      )}
    </>
  );
}
