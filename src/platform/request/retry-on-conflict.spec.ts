import { describe, expect, it } from 'vitest';
import { retryOnConflict } from './retry-on-conflict.js';

const failing = (error: object) => {
  let attempts = 0;
  const work = async () => {
    attempts++;
    throw error;
  };
  return { work, attempts: () => attempts };
};

describe('A violated foreign key', () => {
  it.each([
    [
      'Key (workspace_id, a)=(w, x) is not present in table "b".',
      'A record that the request refers to does not exist.',
    ],
    ['Key (workspace_id, a)=(w, x) is still referenced from table "b".', 'Other records still refer to this record.'],
  ])('is retried once, then said: %s', async (detail, message) => {
    const { work, attempts } = failing({ code: '23503', detail });
    await expect(retryOnConflict(work)).rejects.toMatchObject({ status: 409, message });
    expect(attempts()).toBe(2);
  });
});

it('A deadlock is retried five times', async () => {
  const { work, attempts } = failing({ code: '40P01' });
  await expect(retryOnConflict(work)).rejects.toMatchObject({ status: 409 });
  expect(attempts()).toBe(5);
});

it('Other errors are not retried', async () => {
  const { work, attempts } = failing({ code: '23514' });
  await expect(retryOnConflict(work)).rejects.toEqual({ code: '23514' });
  expect(attempts()).toBe(1);
});
