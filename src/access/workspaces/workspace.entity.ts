import { Choice, Currency, isTimeZone, RecordEntity, ResourceEntity, rule, Text } from '../../platform/index.js';
import { WEEK_DAYS, workspaces } from './workspace.resource.js';

@ResourceEntity(workspaces, 'workspace_settings')
export class Workspace extends RecordEntity {
  @Text({ example: 'Analytical Engines', description: 'Name of the company. Candidates and invited people read it.' })
  name: string;
  @Text({
    max: 64,
    default: 'UTC',
    example: 'Europe/London',
    description: 'Time zone of the company, by IANA name. It decides what a day, week, month and quarter are.',
  })
  @rule(
    'invalid_value',
    (name: string) => isZoneName(name),
    '$property must be the IANA name of a time zone, such as Europe/London.',
  )
  time_zone: string;
  @Currency({ default: 'USD', description: 'Currency of the company: that of new sales pipelines, by ISO 4217.' })
  currency: string;
  @Choice(WEEK_DAYS, {
    default: 'monday',
    description: 'First day of the week in calendars, time sheets and time reports.',
  })
  week_starts_on: (typeof WEEK_DAYS)[number];
}

/** Whether this is the name of a time zone; an offset such as +01:00 is none. */
const isZoneName = (name: string): boolean => /^[A-Za-z]/.test(name) && isTimeZone(name);
