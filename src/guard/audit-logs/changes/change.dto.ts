import { type Condition, ListOf, Nested, OmitType, Texts, ViewType } from '../../../platform/index.js';
import { AuditEntry } from '../audit-entry.entity.js';
import { AuditActor } from '../audit-log.dto.js';

export class ChangeQuery extends ListOf(AuditEntry, { sort: ['timestamp'], defaultSort: 'timestamp:desc' }) {
  /** Refusals, and who read or exported a record, are for those who may read the audit log. */
  static override always = (): Condition => [`outcome = 'success' and (changes is not null or action ~ '[.]created$')`];
  /** `changed_fields` is made of the changes. */
  static override readsWhole = true;
}

/** The address is for those who may read accounts. */
class ChangeActor extends OmitType(AuditActor, ['email']) {}

export class ChangeView extends ViewType(AuditEntry, ['id', 'timestamp', 'action']) {
  @Nested(() => ChangeActor, { description: 'Actor.' }) actor: ChangeActor;
  @Texts({
    maxItems: 1_000,
    maxLength: 100,
    description: 'Names of the fields that changed. Their values are in the audit log.',
  })
  changed_fields: string[];
}
