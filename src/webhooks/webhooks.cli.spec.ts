import { afterAll, expect, it } from 'vitest';
import { AppModule } from '../app.module.js';
import { runCommandLine } from '../platform/cli/command-line.js';
import { eventually } from '../../test/support/eventually.js';
import { receive } from '../../test/support/receiver.js';
import { startTestApp } from '../../test/support/test-app.js';
import { webhookCommands } from './webhooks.cli.js';

const suite = await startTestApp();
afterAll(() => suite.close());

/** Runs a command beside the running server. */
async function cli(...args: string[]) {
  const { DATABASE_URL, SECRETS_KEY } = suite.settings;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['webhooks', ...args, '--json'], {
    env: { DATABASE_URL, SECRETS_KEY },
    commands: [webhookCommands],
    application: (settings) => AppModule.with(settings),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: JSON.parse(out.join('\n') || 'null'), err: err.join('\n') };
}

it('webhooks list and webhooks replay serve the operator', async () => {
  await suite.client.post('/v1/office/documents', { title: 'Plan' });
  await eventually(async () => expect((await suite.client.get('/v1/events?type=office.*')).body.meta.total).toBe(1));
  const receiver = await receive();
  const webhook = (await suite.client.post('/v1/webhooks', { url: receiver.url, events: ['office.*'] })).body;
  const { secret: _, ...view } = webhook;
  expect(await cli('list', '--workspace', suite.workspaceId)).toMatchObject({ code: 0, out: { data: [view] } });

  const made = await cli('replay', '--id', webhook.id, '--from', suite.clock.iso(-60), '--status', 'missed');
  expect(made).toEqual({ code: 0, out: { replay_id: expect.stringMatching(/^rpl_/), count: 1 }, err: '' });
  await receiver.received(1);
  expect(receiver.requests[0]!.json.payload.title).toBe('Plan');
});

it('webhooks replay refuses what the API refuses, by the names of its options', async () => {
  const { id } = (await suite.client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body;
  for (const [option, value] of [
    ['--from', 'yesterday'],
    ['--from', suite.clock.iso(-40 * 86_400)],
    ['--status', 'some'],
  ] as const) {
    const { code, err } = await cli('replay', '--id', id, '--from', suite.clock.iso(-60), option, value);
    expect([code, err]).toEqual([1, expect.stringContaining(option)]);
  }
  await suite.client.patch(`/v1/webhooks/${id}`, { status: 'paused' });
  expect((await cli('replay', '--id', 'wh_x', '--from', suite.clock.iso(-60))).err).toMatch(/There is no webhook/);
  expect((await cli('replay', '--id', id, '--from', suite.clock.iso(-60))).err).toMatch(/paused/);
});
