export { webhookCommands } from './webhooks.cli.js';
export { WebhooksModule } from './webhooks.module.js';
