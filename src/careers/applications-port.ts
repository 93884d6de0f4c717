/** What jobs and stages ask of applications, which know both of them. All of it happens in the running transaction. */
export abstract class ApplicationsPort {
  /** Whether anybody has applied for the job, whatever became of it. */
  abstract existFor(jobId: string): Promise<boolean>;

  /** Gives all applications for the job to its new owner. */
  abstract giveTo(ownerId: string, jobId: string): Promise<void>;

  /** Whether active applications are in the stage. */
  abstract activeIn(stageId: string): Promise<boolean>;

  /** Moves all active applications of a stage, which is being deleted, to another one. */
  abstract migrate(from: string, to: string): Promise<void>;

  /** Disqualifies all active applications of a stage, which is being deleted. */
  abstract disqualifyAll(stageId: string, reason: string): Promise<void>;
}
