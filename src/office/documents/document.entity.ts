import { Column } from 'typeorm';
import { TrashableEntity } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { documents } from './document.resource.js';

@ResourceEntity(documents, 'documents')
export class Document extends TrashableEntity {
  @Column('text') title: string;
  @Column('text') content: string;
  @Column('text') content_type: string;
  @Column('text') status: string;
  @Column('text') owner_id: string;
  @Column('jsonb') permissions: { visibility: string };
  /** permissions.visibility as a column of its own, for indexes and row rules. */
  @Column({
    type: 'text',
    generatedType: 'STORED',
    asExpression: `permissions ->> 'visibility'`,
    insert: false,
    update: false,
  })
  visibility: string;
  @Column('text', { array: true }) tags: string[];
  /** The files that it names, each with the name it had then. */
  @Column('jsonb') attachments: { file_id: string; name: string }[];
  /** The user behind the last change; null after one by the system. */
  @Column('text', { nullable: true }) updated_by: string | null;
}
