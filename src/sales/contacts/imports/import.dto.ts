import { Choice, Flag, LongText, Upload, ViewType, ListOf } from '../../../platform/index.js';
import { ContactImport } from './import.entity.js';
import { MATCHED_BY } from './import.resource.js';

export class ImportContacts extends Upload {
  @Flag({ optional: true, description: 'Validate the file without any change. Default: false.' }) dry_run?: boolean;
  @Choice(MATCHED_BY, {
    optional: true,
    description:
      'Rows update the contact with the same e-mail address or external id. Default: every row creates a contact.',
  })
  match_by?: (typeof MATCHED_BY)[number];
  @LongText({
    max: 65_536,
    optional: true,
    example: '{"E-mail":"email","Level":"custom_fields.level"}',
    description:
      'JSON object: the field for each column to import, among display_name, first_name, last_name, email, ' +
      'organization_name, phone, owner_id, tags, external_id, custom_fields and custom_fields.<name>. Default: by the names ' +
      'of the columns.',
  })
  mapping?: string;
}

export class ImportQuery extends ListOf(ContactImport, { filter: ['status'] }) {}

const item = [
  'id',
  'status',
  'name',
  'dry_run',
  'match_by',
  'row_count',
  'processed_count',
  'created_count',
  'updated_count',
  'error_count',
  'error',
  'created_by',
  'created_at',
  'updated_at',
  'expires_at',
] as const;

export class ImportItem extends ViewType(ContactImport, item) {}

export class ImportView extends ViewType(ContactImport, [
  ...item,
  'mapping',
  'ignored_columns',
  'errors',
  'revision',
]) {}
