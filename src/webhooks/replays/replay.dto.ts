import { readableApps } from '../../events/index.js';
import { Choice, type Condition, currentContext, Id, Int, ListOf, Timestamp, ViewType } from '../../platform/index.js';
import { Replay } from './replay.entity.js';
import { SELECTIONS } from './replay.resource.js';

export class CreateReplay {
  @Timestamp({ description: 'Included; at most 30 days ago.' }) from: string;
  @Timestamp({ optional: true, description: 'Excluded. Default: now.' }) to?: string;
  @Choice(SELECTIONS, {
    optional: true,
    description:
      'Which events: those whose delivery `failed`; those `missed`, which were never sent here, as after a pause; ' +
      'or `all`, delivered ones too.',
  })
  status: (typeof SELECTIONS)[number] = 'failed';
}

export class ReplayView {
  @Id('rpl', { description: 'The id of the replay.' }) replay_id: string;
  @Int({ min: 0, description: 'Events that will be sent.' }) count: number;
}

export class ReplayQuery extends ListOf(Replay, { filter: ['status'], sort: ['created_at'] }) {}

/** Replays of all webhooks that the caller can see. */
export class EveryReplayQuery extends ReplayQuery {
  static override always = (): Condition => [
    'webhook_id in (select id from webhooks where workspace_id = $1 and apps <@ ?)',
    readableApps(currentContext().credential!),
  ];
}

export class ReplayItem extends ViewType(Replay, [
  'webhook_id',
  'status',
  'selection',
  'count',
  'handed_on',
  'created_at',
]) {
  @Id('rpl', { description: 'The id of the replay.' }) replay_id: string;
  @Timestamp({ description: 'Included.' }) from: string;
  @Timestamp({ description: 'Excluded.' }) to: string;
  @Timestamp({ nullable: true, description: 'Time of completion or cancellation.' }) ended_at: string | null;
}
