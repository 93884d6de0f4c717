import { defineResource, Id, ResourceEntity, StageHistoryEntry } from '../../platform/index.js';

/** A period that an application spent in a stage while it was active. `ApplicationHistory` writes them; no route is about one. */
const applicationHistory = defineResource('careers.stage_history', {
  idPrefix: 'sth',
  sharesPrefixWith: 'sales.stage_history',
  userColumns: ['moved_by_id'],
  feed: { none: 'It follows from changes of the application, which are told.' },
});

@ResourceEntity(applicationHistory, 'careers_stage_history')
export class ApplicationHistoryEntry extends StageHistoryEntry {
  @Id('app') record_id: string;
  @Id('job') parent_id: string;
}
