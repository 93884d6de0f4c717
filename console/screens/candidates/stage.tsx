import { Skeleton } from '@mantine/core';
import { useRead } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** Milliseconds for which the name of a stage is taken as known. */
const KNOWN_MS = 5 * 60_000;

/** The name of a stage of a hiring pipeline. */
export function Stage({ id }: { id: string }) {
  const stage = useRead('/v1/careers/stages/{id}', { path: { id }, fresh: KNOWN_MS });
  if (stage.isPending) return <Skeleton height={12} width={80} />;
  return <>{stage.data?.name ?? t('A stage that is gone')}</>;
}
