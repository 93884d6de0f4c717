import { Id, RecordEntity, ResourceEntity, Timestamp } from '../../platform/index.js';
import { timers } from './timer.resource.js';

@ResourceEntity(timers, 'timers')
export class Timer extends RecordEntity {
  @Id('task', { description: 'What is worked on.' }) task_id: string;
  @Id('prj', { description: 'The project of the task.' }) project_id: string;
  @Id('usr', { optional: true, description: 'Who works; you, unless a request names another user.' }) user_id: string;
  @Timestamp({ description: 'When it was started.' }) started_at: string;
  /** When the user was told by mail that it still runs. */
  @Timestamp({ nullable: true }) reminded_at: string | null;
}
