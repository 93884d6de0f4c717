import { Int, Text, Timestamp } from '../fields/fields.js';

/** The fields of every record. The primary key begins with the workspace, so the schema can be distributed by it. */
export abstract class RecordEntity {
  @Text({ primary: true, description: 'Workspace of the record.' })
  workspace_id: string;

  /** `@ResourceEntity` sets the id prefix. */
  @Text({ primary: true })
  id: string;

  @Timestamp({ description: 'Time of creation.' })
  created_at: string;

  @Timestamp({ description: 'Time of the last change.' })
  updated_at: string;

  /** Basis of ETags and optimistic locking. */
  @Int({ description: 'Revision: increases by one with every change.' })
  revision: number;
}

/** The fields of records that can be put in the trash (D-OFF-3). */
export abstract class TrashableEntity extends RecordEntity {
  @Timestamp({ nullable: true, description: 'Time of the move to the trash; null if not in the trash.' })
  deleted_at: string | null;

  @Timestamp({ nullable: true, derived: true, description: 'Time of permanent deletion.' })
  purge_at: string | null;
}
