import { Column } from 'typeorm';
import { RecordEntity } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { files } from './file.resource.js';

@ResourceEntity(files, 'files')
export class File extends RecordEntity {
  @Column('text') name: string;
  @Column('text') mime_type: string;
  @Column('bigint') size_bytes: number;
  /** Of the bytes, in hex; null where they came in parts and the session named no hash. */
  @Column('text', { nullable: true }) sha256: string | null;
  @Column('text', { array: true }) tags: string[];
  @Column('text') uploaded_by: string;
  @Column('text') blob_key: string;
}
