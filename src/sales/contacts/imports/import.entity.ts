import {
  Choice,
  Flag,
  FreeObject,
  Id,
  Int,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
  Timestamp,
} from '../../../platform/index.js';
import { IMPORT_STATUSES, imports, MATCHED_BY } from './import.resource.js';

export class RowProblem {
  @Int({ min: 1, description: 'The line of the file at which the row begins, from 1.' }) line: number;
  @Text({ example: 'email', description: 'The field that is wrong; empty where it is the row.' }) field: string;
  @Text({ example: 'invalid_format', description: 'The rule that it breaks, as in the details of an error.' })
  code: string;
  @Text({ example: 'email must be an e-mail address.', description: 'The same in words.' }) message: string;
}

@ResourceEntity(imports, 'sales_imports')
export class ContactImport extends RecordEntity {
  @Choice(IMPORT_STATUSES, { default: 'pending', description: 'Whether it waits, runs or has ended.' }) status: string;
  @Text({ example: 'contacts.csv', description: 'What the file is called.' }) name: string;
  @Flag({ default: false, description: 'It only says what would happen, and changes nothing.' }) dry_run: boolean;
  @Choice(MATCHED_BY, {
    optional: true,
    nullable: true,
    description: 'Rows change the contact that has the same; others, and all where this is null, make a new one.',
  })
  match_by: (typeof MATCHED_BY)[number] | null;
  @FreeObject({
    example: { 'E-mail': 'email', 'First name': 'first_name', Level: 'custom_fields.level' },
    description: 'The field that each column of the file is read into.',
  })
  mapping: Record<string, string>;
  @Texts({ maxItems: 1000, maxLength: 1000, description: 'Columns that are not read.' }) ignored_columns: string[];
  @Int({ min: 0, description: 'Rows of the file, without the one with the names of its columns.' }) row_count: number;
  @Int({ min: 0, default: 0, description: 'Rows that are done.' }) processed_count: number;
  @Int({ min: 0, default: 0, description: 'Contacts that were made.' }) created_count: number;
  @Int({ min: 0, default: 0, description: 'Rows whose contact was there, and has what they say.' })
  updated_count: number;
  @Int({ min: 0, default: 0, description: 'Rows that were left out, as something in them is wrong.' })
  error_count: number;
  /** Messages may name what stands in a cell. */
  @NestedList(() => RowProblem, {
    default: [],
    audit: 'digest',
    description: 'What is wrong in which row: the first 1000 problems.',
  })
  errors: RowProblem[];
  @Text({ nullable: true, description: 'Why it failed. What it had done by then stays.' }) error: string | null;
  @Timestamp({ nullable: true, description: 'When it is forgotten; null until it has ended.' }) expires_at:
    string | null;
  @Id('usr', { nullable: true, description: 'The user who began it, and to whom new contacts belong.' })
  created_by: string | null;
  /** In whose name contacts are written. */
  @FreeObject() actor: { type: string; id: string | null; email: string | null };
  @Text() blob_key: string;
  /** Until when the worker that reads it need not be thought dead. It changes without a new revision, as the counts do. */
  @Timestamp({ nullable: true }) lease_until: string | null;
  /** Workers that have begun since it was last a batch further; of one that changes nothing, all. */
  @Int({ default: 0 }) attempts: number;
}
