import type { Stage } from './stages/stage.entity.js';

/** What is known of a stage that is held. */
type Held = Pick<Stage, 'id' | 'name'>;

/** What jobs and stages ask of applications, which know both of them. All of it happens in the running transaction. */
export abstract class ApplicationsPort {
  /** Whether anybody has applied for the job, whatever became of it. */
  abstract existFor(jobId: string): Promise<boolean>;

  /** Whether active applications are in the stage. */
  abstract activeIn(stageId: string): Promise<boolean>;

  /** Moves all active applications of a stage to another one. */
  abstract migrate(from: Held, to: Held): Promise<void>;

  /** Disqualifies all active applications of a stage. */
  abstract disqualifyAll(from: Held, reason: string): Promise<void>;
}
