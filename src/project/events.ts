import { declareEvents, Id, Text, Timestamp } from '../platform/index.js';

class TaskCreated {
  @Id('task') task_id: string;
  @Id('prj') project_id: string;
  @Text({ example: 'Write the specification' }) title: string;
  @Id('usr', { nullable: true }) assignee_id: string | null;
}

class TaskCompleted extends TaskCreated {
  @Timestamp() completed_at: string;
}

class ProjectArchived {
  @Id('prj') project_id: string;
  @Text({ example: 'Website' }) name: string;
}

declareEvents('project.task', { created: TaskCreated, completed: TaskCompleted });
declareEvents('project.project', { archived: ProjectArchived });
