import { defineResource } from '../../platform/index.js';

/** How cells are shown: as people see them, as stored, or with the formulas themselves. */
export const RENDERS = ['formatted', 'raw', 'formula'] as const;

/** How values are taken: as they are, or as if typed in. */
export const INPUTS = ['raw', 'user_entered'] as const;

/** Export formats. */
export const FORMATS = ['xlsx', 'csv'] as const;

export const sheets = defineResource('office.spreadsheet', {
  idPrefix: 'sht',
  searchable: ['title'],
  owner: 'owner_id',
  notices: [{ kind: 'assignment', on: ['created', 'updated'], to: ['owner_id'] }],
  trash: { purgeAfterDays: 30 },
});
