import { NameOf, type Row, worded } from '../../kit/index.js';
import { t } from '../../kit/language.js';

export type Review = Row<'/v1/guard/reviews'>;

const VERBS: Record<string, string> = { PATCH: t('Change'), PUT: t('Change'), DELETE: 'Delete', POST: t('Create') };

/** A request in few words: `Change Looms`, `Close Looms`. Its page shows every field. */
export function Asked({
  of: { method, path, resource_ids },
}: {
  of: Pick<Review, 'method' | 'path' | 'resource_ids'>;
}) {
  const last = path.split('?', 1)[0]!.split('/').at(-1)!;
  const [first, ...others] = resource_ids;
  if (!first) return <>{`${VERBS[method]}: ${worded(last.replaceAll('-', '_'))}`}</>;
  return (
    <>
      {method === 'POST' ? worded(last.replaceAll('-', '_')) : VERBS[method]} <NameOf id={first} />
      {others.length > 0 && t(' and {others} more', { others: others.length })}
    </>
  );
}
