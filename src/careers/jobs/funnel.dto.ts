import { Decimal, Id, Int, NestedList, Text } from '../../platform/index.js';

class FunnelStage {
  @Id('stg', { description: 'The stage.' }) stage_id: string;
  @Text({ description: 'What it is called, or was when an application was in it last.' }) stage_name: string;
  @Int({ min: 1, nullable: true, description: 'Its place in the pipeline; null where it has been deleted.' })
  order: number | null;
  @Int({ min: 0, description: 'Applications that have ever been in it.' }) entered: number;
  @Int({ min: 0, description: 'Active applications that are in it.' }) current: number;
  @Int({ min: 0, description: 'Applications that have gone on from it to another stage.' }) passed_on: number;
  @Decimal({
    min: 0,
    max: 36_500,
    scale: 2,
    nullable: true,
    description: 'The median of the days that those spent in it which have left it; null while none has.',
  })
  median_days: number | null;
}

export class FunnelView {
  @Id('job', { description: 'The job.' }) job_id: string;
  @NestedList(() => FunnelStage, {
    description:
      'The stages of its pipeline in their order, then those that applications were in and that are deleted.',
  })
  stages: FunnelStage[];
}
