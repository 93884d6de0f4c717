import { type Commands, inWorkspace, read, shown, StoreRegistry } from '../platform/index.js';
import { CreateReplay } from './replays/replay.dto.js';
import { ReplaysService } from './replays/replays.service.js';
import { WebhookQuery, WebhookView } from './webhooks/webhook.dto.js';
import { Webhook } from './webhooks/webhook.entity.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

/** One page holds all webhooks that a workspace can have. */
const everything = () => Object.assign(new WebhookQuery(), { limit: 100 });

export const webhookCommands: Commands = (program, { inApplication }) => {
  const webhooks = program.command('webhooks').description('Webhooks and their deliveries');
  webhooks
    .command('list')
    .description('List the webhooks of a workspace')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(
      inApplication(
        (app, { workspace }) =>
          inWorkspace(app, workspace, async () => {
            const { data } = await app.get(WebhooksService).list(everything(), WebhookView);
            return { data: data.map((webhook) => shown(WebhookView, webhook)) };
          }),
        ['id', 'url', 'status', 'paused_reason', 'consecutive_failures', 'last_success_at', 'events'],
      ),
    );
  webhooks
    .command('replay')
    .description('Send past events to a webhook again')
    .requiredOption('--id <id>', 'the webhook')
    .requiredOption('--from <time>', 'since when, such as 2026-01-31T00:00:00Z; at most 30 days ago')
    .option('--to <time>', 'until when; default: now')
    .option('--status <which>', 'failed, missed (never sent there) or all')
    .action(
      inApplication(async (app, { id, from, to, status }) => {
        const store = app.get(StoreRegistry).of(Webhook);
        const { workspace_id } = await store.getAnywhere(id, 'all');
        const input = read(CreateReplay, { from, to, status });
        return inWorkspace(app, workspace_id, async () => app.get(ReplaysService).create(await store.get(id), input));
      }),
    );
};
