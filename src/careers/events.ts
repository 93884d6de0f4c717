import { declareEvents, Id, Text, Texts } from '../platform/index.js';

/** What a candidate sent never goes out with an event, only ids. */
class ApplicationEvent {
  @Id('app') application_id: string;
  @Id('job') job_id: string;
}

class ApplicationSubmitted extends ApplicationEvent {
  @Id('stg') stage_id: string;
}

class ApplicationStageChanged extends ApplicationEvent {
  @Id('stg') from_stage_id: string;
  @Id('stg') to_stage_id: string;
}

class JobPublished {
  @Id('job') job_id: string;
  @Text({ example: 'Backend engineer' }) title: string;
  @Texts({ maxItems: 50, maxLength: 50, example: ['website'] }) channels: string[];
}

declareEvents('careers.application', { submitted: ApplicationSubmitted, stage_changed: ApplicationStageChanged });
declareEvents('careers.job', { published: JobPublished });
