import { Int, RecordEntity, ResourceEntity } from '../../platform/index.js';
import { settings } from './settings.resource.js';

@ResourceEntity(settings, 'careers_settings')
export class CareersSettings extends RecordEntity {
  @Int({
    min: 1,
    max: 3650,
    nullable: true,
    default: null,
    description: 'Days until a disqualified or withdrawn application is anonymized permanently. Null: never.',
  })
  application_retention_days: number | null;
}
