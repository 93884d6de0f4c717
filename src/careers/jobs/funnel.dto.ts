import { Decimal, Id, Int, NestedList, Text } from '../../platform/index.js';

class FunnelStage {
  @Id('stg', { description: 'The stage.' }) stage_id: string;
  @Text({ description: 'Name, or for a deleted stage the last name.' }) stage_name: string;
  @Int({ min: 1, nullable: true, description: 'Position in the pipeline; null if deleted.' })
  order: number | null;
  @Int({ min: 0, description: 'Number of applications that have ever entered the stage.' }) entered: number;
  @Int({ min: 0, description: 'Number of active applications in the stage.' }) current: number;
  @Int({ min: 0, description: 'Number of applications that moved on to another stage.' }) passed_on: number;
  @Decimal({
    min: 0,
    max: 36_500,
    scale: 2,
    nullable: true,
    description: 'Median days in the stage of applications that have left it; null without any.',
  })
  median_days: number | null;
}

export class FunnelView {
  @Id('job', { description: 'The job.' }) job_id: string;
  @NestedList(() => FunnelStage, {
    description: 'Stages of the pipeline in order, then deleted stages with past applications.',
  })
  stages: FunnelStage[];
}
