import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyPace } from './body-pace.js';
import { readForm } from './form.js';

const FORM = 'application/x-www-form-urlencoded';

/** A request as a server receives it. */
function request(body: string | Buffer, type = FORM): IncomingMessage {
  const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
  return Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('readForm', () => {
  it('reads fields as browsers send them', async () => {
    const form = await readForm(request('name=Ada+Lovelace&note=a%26b%3D%C3%A9&empty=&name=second'));
    expect([form.get('name'), form.get('note'), form.get('empty'), form.get('absent')]).toEqual([
      'Ada Lovelace',
      'a&b=é',
      '',
      null,
    ]);
  });

  it('takes a charset in the type, and no body at all', async () => {
    expect((await readForm(request('a=1', `${FORM}; charset=utf-8`))).get('a')).toBe('1');
    expect([...(await readForm(request('')))]).toEqual([]);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', `${FORM}x`, ''])(
    'refuses the type %j',
    async (type) => {
      await expect(readForm(request('a=1', type))).rejects.toMatchObject({ status: 400 });
    },
  );

  it('refuses a body larger than its limit', async () => {
    await expect(readForm(request(`a=${'x'.repeat(16_384)}`))).rejects.toMatchObject({ status: 413 });
    await expect(readForm(request('a=12345678'), 4)).rejects.toMatchObject({ status: 413 });
  });

  it('gives up on what dribbles in', async () => {
    vi.useFakeTimers();
    const slow = Object.assign(new PassThrough(), { headers: { 'content-type': FORM } }) as unknown as IncomingMessage;
    const refused = readForm(slow).catch((error) => error);
    vi.advanceTimersByTime(bodyPace.windowMs);
    expect(await refused).toMatchObject({ status: 408 });
  });

  it.each(['a=%00', 'a%00b=1'])('refuses NUL: %s', async (body) => {
    await expect(readForm(request(body))).rejects.toMatchObject({ status: 400 });
  });

  it('makes of broken encodings what browsers make of them', async () => {
    expect((await readForm(request('a=%ff%zz'))).get('a')).toBe('\ufffd%zz');
  });
});
