import { type Shown, suite } from '../../kit/index.js';
import type { Quick } from '../../kit/quick/quick.js';
import { t } from '../../kit/language.js';

type Deal = Shown<'Deal'>;

/** The fields of a deal that are changed where they are shown, and their keys. */
export const QUICK_DEAL: Quick<Deal> = {
  fields: [
    { key: 'a', name: t('Owner'), field: 'owner_id', picks: { kind: 'people', none: t('No owner') } },
    { key: 's', name: t('Stage'), field: 'stage_id', picks: { kind: 'stages', pipeline: (deal) => deal.pipeline_id } },
    { key: 'd', name: t('Close date'), field: 'expected_close_date', picks: { kind: 'date' } },
    {
      key: 'l',
      name: t('Tags'),
      field: 'tags',
      picks: { kind: 'words', known: (rows) => [...new Set(rows.flatMap(({ tags }) => tags))].toSorted() },
    },
  ],
  needs: 'sales:write',
  name: ({ title }) => title,
  // With the stage that people saw it in, so that nobody moves back what another one has moved.
  send: ({ id, stage_id }, body) =>
    suite.patch('/v1/sales/deals/{id}', {
      params: { path: { id } },
      body: { ...body, ...('stage_id' in body && { from_stage_id: stage_id }) },
    }),
  path: '/v1/sales/deals/{id}',
  without: ['from_stage_id', 'status', 'close_reason', 'stage_id'],
};
