import { declareEvents, Id, Text, Texts } from '../platform/index.js';

/** What a candidate sent never goes out with an event, only ids. */
class ApplicationEvent {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('job', { description: 'The job that it is for.' }) job_id: string;
}

class ApplicationSubmitted extends ApplicationEvent {
  @Id('stg', { description: 'The stage that it begins in.' }) stage_id: string;
}

class ApplicationStageChanged extends ApplicationEvent {
  @Id('stg', { description: 'The stage before.' }) from_stage_id: string;
  @Id('stg', { description: 'The stage after.' }) to_stage_id: string;
}

class JobPublished {
  @Id('job', { description: 'The job.' }) job_id: string;
  @Text({ example: 'Backend engineer', description: 'What it is called.' }) title: string;
  @Texts({ maxItems: 50, maxLength: 50, example: ['website'], description: 'Where it is published.' })
  channels: string[];
}

declareEvents('careers.application', { submitted: ApplicationSubmitted, stage_changed: ApplicationStageChanged });
declareEvents('careers.job', { published: JobPublished });
