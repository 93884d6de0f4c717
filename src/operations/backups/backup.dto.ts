import { Int, Nested, Text, Texts, Timestamp } from '../../platform/index.js';

class LastBackup {
  @Text({
    max: 200,
    example: 's3://suite-backups/20261128T023000Z',
    description: 'Where it is: `--from` of a restore.',
  })
  place: string;
  @Timestamp({ description: 'Time of its state.' }) created_at: string;
  @Timestamp({ description: 'Time of its end.' }) finished_at: string;
  @Int({ min: 0, description: 'Number of files.' }) files: number;
  @Int({ min: 0, big: true, description: 'Bytes of all files.' }) bytes: number;
}

export class BackupsView {
  @Texts({ maxItems: 1_440, maxLength: 5, description: 'Times of day (UTC) of backups; none: there is no schedule.' })
  schedule: string[];
  @Nested(() => LastBackup, { nullable: true, description: 'The last complete backup by schedule.' })
  last: LastBackup | null;
  @Timestamp({ nullable: true, description: 'Time of the last attempt.' }) tried_at: string | null;
  @Text({ max: 1_000, nullable: true, description: 'Why the last attempt failed; null where it succeeded.' })
  error: string | null;
}
