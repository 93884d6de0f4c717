import { Id, RecordEntity, ResourceEntity, Timestamp } from '../../platform/index.js';
import { timers } from './timer.resource.js';

@ResourceEntity(timers, 'timers')
export class Timer extends RecordEntity {
  @Id('task', { description: 'Task of the timer.' }) task_id: string;
  @Id('prj', { description: 'Project of the task.' }) project_id: string;
  @Id('usr', { optional: true, description: 'User of the timer. Default: the user of the credential.' })
  user_id: string;
  @Timestamp({ description: 'Time of the start.' }) started_at: string;
  /** Time of the reminder mail. */
  @Timestamp({ nullable: true }) reminded_at: string | null;
}
