import {
  Choice,
  Flag,
  FreeObject,
  type Holder,
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
  @Int({ min: 1, description: 'Line of the file where the row begins, from 1.' }) line: number;
  @Text({ empty: true, example: 'email', description: 'Field with the problem; empty if it concerns the row.' })
  field: string;
  @Text({ example: 'invalid_format', description: 'Code of the problem, as in the details of an error.' })
  code: string;
  @Text({ example: 'email must be an e-mail address.', description: 'Human-readable message.' }) message: string;
}

@ResourceEntity(imports, 'sales_imports')
export class ContactImport extends RecordEntity {
  @Choice(IMPORT_STATUSES, { default: 'pending', description: 'Status of the import.' }) status: string;
  @Text({ example: 'contacts.csv', description: 'Name of the file.' }) name: string;
  @Flag({ default: false, description: 'Whether the import only validates, without any change.' }) dry_run: boolean;
  @Choice(MATCHED_BY, {
    optional: true,
    nullable: true,
    description:
      'Rows update the contact with the same value of this field. Other rows create a contact; null: all rows.',
  })
  match_by: (typeof MATCHED_BY)[number] | null;
  @FreeObject({
    example: { 'E-mail': 'email', 'First name': 'first_name', Level: 'custom_fields.level' },
    description: 'Field that each column of the file maps to.',
  })
  mapping: Record<string, string>;
  @Texts({ maxItems: 1000, maxLength: 1000, description: 'Columns that are ignored.' }) ignored_columns: string[];
  @Int({ min: 0, description: 'Number of rows in the file, without the header.' }) row_count: number;
  @Int({ min: 0, default: 0, description: 'Number of processed rows.' }) processed_count: number;
  @Int({ min: 0, default: 0, description: 'Number of created contacts.' }) created_count: number;
  @Int({
    min: 0,
    default: 0,
    description: 'Number of rows that matched an existing contact, which now has their values.',
  })
  updated_count: number;
  @Int({ min: 0, default: 0, description: 'Number of rows skipped because of a problem.' })
  error_count: number;
  /** Messages may contain cell values. */
  @NestedList(() => RowProblem, {
    default: [],
    audit: 'digest',
    description:
      'Problems by row: the first 1000. A row with the email of another contact is one of them, and not skipped.',
  })
  errors: RowProblem[];
  @Text({ nullable: true, description: 'Reason of the failure. Rows processed before it are kept.' }) error:
    string | null;
  @Timestamp({ nullable: true, description: 'Time when the import and its result are removed; null until it ends.' })
  expires_at: string | null;
  @Id('usr', { nullable: true, description: 'User who started the import; owner of the new contacts.' })
  created_by: string | null;
  /** The credential in whose name contacts are written. */
  @FreeObject() holder: Holder;
  @Text() blob_key: string;
  /** Lease of the worker. Updated without a new revision, like the counts. */
  @Timestamp({ nullable: true }) lease_until: string | null;
  /** Attempts since the last committed batch; for a dry run, all attempts. */
  @Int({ default: 0 }) attempts: number;
}
