import { Int, RecordEntity, ResourceEntity, rule, Text } from '../../platform/index.js';
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
  @Text({
    max: 500,
    nullable: true,
    default: null,
    example: 'https://example.com/jobs#{id}',
    description: 'Address of a job on your careers page, with {id} in place of its id. Null: there is none to share.',
  })
  @rule('invalid_format', isJobPage, '$property must be an address with https:// (or http://) and {id} in it.')
  job_page: string | null;
}

function isJobPage(address: string): boolean {
  return /^https?:\/\//i.test(address) && address.includes('{id}') && URL.canParse(address.replaceAll('{id}', 'job_1'));
}
