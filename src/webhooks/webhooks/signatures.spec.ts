import { verify as verifyHmac } from '@octokit/webhooks-methods';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signatureHeaders } from './signatures.js';

const body = Buffer.from(JSON.stringify({ id: 'evt_1', payload: { title: 'Grüße, 世界 😀' } }));
const sign = (secret: string, previousSecret?: string | null) =>
  signatureHeaders({
    secret,
    previousSecret,
    eventId: 'evt_1',
    deliveryId: 'dlv_1',
    eventType: 'sales.deal.won',
    timestamp: new Date(),
    body,
  });
const header = (headers: Record<string, string>, name: string) => headers[name] ?? '';

describe('newSecret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(secret);
  });
});

describe('signatureHeaders', () => {
  it('gives the headers of one attempt', () => {
    const headers = signatureHeaders({
      secret: 'a supplied secret',
      eventId: 'evt_1',
      deliveryId: 'dlv_1',
      eventType: 'sales.deal.won',
      timestamp: new Date('2026-01-02T03:04:05.999Z'),
      body: Buffer.from('{}'),
    });
    const hmac = (text: string, encoding: 'hex' | 'base64') =>
      createHmac('sha256', 'a supplied secret').update(text).digest(encoding);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Workspace-Suite-Webhooks/1',
      'X-Service-Event': 'sales.deal.won',
      'X-Service-Delivery': 'dlv_1',
      'X-Service-Signature': `sha256=${hmac('{}', 'hex')}`,
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1767323045',
      'webhook-signature': `v1,${hmac('evt_1.1767323045.{}', 'base64')}`,
    });
  });

  it.each([
    ['a generated secret', newSecret()],
    ['a supplied secret', 'correct horse battery staple'],
    ['a supplied secret that only looks generated', 'whsec_not-base64-at-all'],
  ])('X-Service-Signature of %s holds for an independent HMAC library', async (_, secret) => {
    const signature = header(sign(secret), 'X-Service-Signature');
    expect(await verifyHmac(secret, body.toString(), signature)).toBe(true);
    expect(await verifyHmac(secret, `${body.toString()} `, signature)).toBe(false);
    expect(await verifyHmac(`${secret}x`, body.toString(), signature)).toBe(false);
  });

  it('webhook-signature of a generated secret holds for the Standard Webhooks library', () => {
    const secret = newSecret();
    expect(new Webhook(secret).verify(body, sign(secret))).toEqual(JSON.parse(body.toString()));
    expect(() => new Webhook(newSecret()).verify(body, sign(secret))).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(`${body.toString()} `, sign(secret))).toThrow('No matching signature');
  });

  it.each([
    ['as it is', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['with padding', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaQ='],
    ['with stray bits before the padding', 'whsec_MfKQ9r8GKYqrTwjUPR=='],
    ['without its padding', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZI88'],
    ['with a character too many', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZI8'],
  ])(
    'webhook-signature of a supplied secret with base64 behind the prefix, %s, is keyed with the bytes',
    (_, secret) => {
      new Webhook(secret).verify(body, sign(secret));
    },
  );

  it.each([
    ['without the prefix', 'correct horse battery staple'],
    ['that is base64 without the prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['with the prefix but no base64 behind it', 'whsec_not-base64-at-all'],
    ['with the prefix and base64url behind it', 'whsec_-_-_-_-_-_-_-_-_'],
    ['with the prefix alone', 'whsec_'],
  ])('webhook-signature of a secret %s is keyed with its text', (_, secret) => {
    new Webhook(secret, { format: 'raw' }).verify(body, sign(secret));
  });

  it.each(['whsec_not-base64-at-all', 'whsec_-_-_-_-_-_-_-_-_', 'whsec_'])(
    'the Standard Webhooks library refuses %s itself, so nothing it could verify is lost',
    (secret) => expect(() => new Webhook(secret)).toThrow(),
  );

  describe('during a rotation', () => {
    const [secret, previous] = [newSecret(), newSecret()];

    it('lists both signatures for Standard Webhooks, the new one first', () => {
      const headers = sign(secret, previous);
      new Webhook(secret).verify(body, headers);
      new Webhook(previous).verify(body, headers);
      const [first, second, ...more] = header(headers, 'webhook-signature').split(' ');
      expect(more).toEqual([]);
      new Webhook(secret).verify(body, { ...headers, 'webhook-signature': first ?? '' });
      new Webhook(previous).verify(body, { ...headers, 'webhook-signature': second ?? '' });
    });

    it('signs with the new secret, and with the previous one in a header of its own', async () => {
      const headers = sign(secret, previous);
      expect(await verifyHmac(secret, body.toString(), header(headers, 'X-Service-Signature'))).toBe(true);
      expect(await verifyHmac(previous, body.toString(), header(headers, 'X-Service-Signature-Previous'))).toBe(true);
    });

    it.each([undefined, null])('is over when the previous secret is %s', (none) => {
      const headers = sign(secret, none);
      expect(headers).not.toHaveProperty('X-Service-Signature-Previous');
      expect(header(headers, 'webhook-signature').split(' ')).toHaveLength(1);
    });
  });
});
