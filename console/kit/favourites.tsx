import { ActionIcon } from '@mantine/core';
import { useEffect } from 'react';
import { useAction } from './action.js';
import { suite, useRead } from './api.js';
import { FAVOURITES } from './concerns.js';
import { explain } from './errors.js';
import { Icon } from './icons.js';
import { t } from './language.js';
import { isNamed } from './named.js';
import { useOffered } from './offered.js';
import { prefixOf } from './resources.js';
import { toast } from './toast.js';

/** A person has at most as many. */
const MAX_FAVOURITES = 100;

/** Records that the reader keeps at hand, as far as they may read them. */
export const useFavourites = () => useRead(FAVOURITES, { query: { limit: MAX_FAVOURITES } }).data?.data ?? [];

/** Whether records of this id are known by a name, under which they stand in the navigation. */
export const mayStar = (id: string | undefined): id is string => id !== undefined && isNamed(prefixOf(id) ?? '');

/** Makes a record one of the reader's favourites, or takes it away from them. */
export function Star({ of: id }: { of: string }) {
  const isOne = useFavourites().some(({ record_id }) => record_id === id);
  const label = isOne ? t('Remove from favourites') : t('Add to favourites');
  const change = useAction(
    () => (isOne ? suite.delete : suite.put)('/v1/favourites/{id}', { params: { path: { id } } }),
    { done: isOne ? t('Removed from your favourites.') : t('Added to your favourites.') },
  );
  useEffect(() => {
    if (change.error) toast(explain(change.error).text);
  }, [change.error]);
  useOffered([{ title: label, run: change.run }]);
  return (
    <ActionIcon
      variant="subtle"
      color={isOne ? 'yellow' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={isOne}
      loading={change.running}
      onClick={change.run}
    >
      <Icon name="star" size={18} fill={isOne ? 'currentColor' : 'none'} />
    </ActionIcon>
  );
}
