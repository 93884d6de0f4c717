import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { readInput } from '../../platform/fields/reader.js';
import { CreateWebhook, RotateSecret } from './webhook.dto.js';

const input = { url: 'https://example.com/hook', events: ['*'] };

describe('a new webhook', () => {
  it.each([
    ['no url', { ...input, url: undefined }, 'url', 'required'],
    ['a url that is no text', { ...input, url: 5 }, 'url', 'invalid_type'],
    ['another protocol', { ...input, url: 'ftp://example.com/' }, 'url', 'invalid_format'],
    ['a password in the url', { ...input, url: 'https://me:secret@example.com/' }, 'url', 'invalid_format'],
    ['a url that is too long', { ...input, url: `https://example.com/${'x'.repeat(2030)}` }, 'url', 'too_long'],
    ['no events', { ...input, events: [] }, 'events', 'required'],
    ['events that are no list', { ...input, events: '*' }, 'events', 'invalid_type'],
    ['an unknown event', { ...input, events: ['office.document.gone'] }, 'events[0]', 'invalid_value'],
    ['an unknown app', { ...input, events: ['hr.*'] }, 'events[0]', 'invalid_value'],
    ['an event twice', { ...input, events: ['*', ' * '] }, 'events[1]', 'duplicate'],
    ['a short secret', { ...input, secret: '123456789012345' }, 'secret', 'too_short'],
    ['a long secret', { ...input, secret: 'x'.repeat(129) }, 'secret', 'too_long'],
    ['a secret with a line break', { ...input, secret: '12345678\n12345678' }, 'secret', 'invalid_format'],
    ['a long description', { ...input, description: 'x'.repeat(10_001) }, 'description', 'too_long'],
  ])('has not %s', async (_, body, field, code) => {
    expect(await faultsOf(() => readInput(CreateWebhook, body))).toEqual([`${field} ${code}`]);
  });
});

describe('a new secret', () => {
  it.each([
    [-1, 'out_of_range'],
    [604_801, 'out_of_range'],
    [1.5, 'invalid_type'],
    ['3600', 'invalid_type'],
  ])('leaves the old one no grace period of %j', async (grace_period_seconds, code) => {
    expect(await faultsOf(() => readInput(RotateSecret, { grace_period_seconds }))).toEqual([
      `grace_period_seconds ${code}`,
    ]);
  });
});
