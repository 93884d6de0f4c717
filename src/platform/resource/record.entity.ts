import { Int, Text, Timestamp } from '../fields/fields.js';

/** The fields of every record. The primary key begins with the workspace, so the schema can be distributed by it. */
export abstract class RecordEntity {
  @Text({ primary: true, description: 'The workspace that it belongs to.' })
  workspace_id: string;

  /** `@ResourceEntity` gives it the prefix of its resource. */
  @Text({ primary: true })
  id: string;

  @Timestamp({ description: 'When it was made.' })
  created_at: string;

  @Timestamp({ description: 'When it was last changed.' })
  updated_at: string;

  /** ETags and guarded updates stand on it. */
  @Int({ description: 'Grows by one with every change.' })
  revision: number;
}

/** The fields of records that can be put in the trash (D-OFF-3). */
export abstract class TrashableEntity extends RecordEntity {
  @Timestamp({ nullable: true, description: 'When it was put into the trash; null where it is not in it.' })
  deleted_at: string | null;

  @Timestamp({ nullable: true, derived: true, description: 'When it is removed for good.' })
  purge_at: string | null;
}
