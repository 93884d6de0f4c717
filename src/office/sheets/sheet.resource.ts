import { conflictError, defineResource } from '../../platform/resource/define.js';

/** How cells are shown: as people see them, as stored, or with the formulas themselves. */
export const RENDERS = ['formatted', 'raw', 'formula'] as const;

/** How values are taken: as they are, or as if typed in. */
export const INPUTS = ['raw', 'user_entered'] as const;

/** What sheets can be exported as. */
export const FORMATS = ['xlsx', 'csv'] as const;

export const sheets = defineResource('office.sheet', {
  idPrefix: 'sht',
  trash: { purgeAfterDays: 30 },
  errors: {
    notDeleted: conflictError('The sheet is not in the trash.'),
  },
  countedBy: ['owner_id', 'deleted', 'tags'],
  countedByMany: ['owner_id', 'tags'],
  userColumns: ['owner_id'],
  writable: (who) => (who.isEditor('office') ? 'all' : [{ owner_id: who.user_id }]),
});
