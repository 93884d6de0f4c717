import { declareEvents, Id, Text, Timestamp } from '../platform/index.js';

class TaskCreated {
  @Id('task', { description: 'The task.' }) task_id: string;
  @Id('prj', { description: 'The project that it is part of.' }) project_id: string;
  @Text({ example: 'Write the specification', description: 'What it is called.' }) title: string;
  @Id('usr', { nullable: true, description: 'The user who is to do it; null where nobody is.' }) assignee_id:
    string | null;
}

class TaskCompleted extends TaskCreated {
  @Timestamp({ description: 'When it was completed.' }) completed_at: string;
}

class ProjectArchived {
  @Id('prj', { description: 'The project.' }) project_id: string;
  @Text({ example: 'Website', description: 'What it is called.' }) name: string;
}

declareEvents('project.task', { created: TaskCreated, completed: TaskCompleted });
declareEvents('project.project', { archived: ProjectArchived });
