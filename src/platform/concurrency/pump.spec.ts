import { Logger } from '@nestjs/common';
import { afterEach, expect, it, vi } from 'vitest';
import { Pump } from './pump.js';

afterEach(() => {
  vi.useRealTimers();
});

it('tries again what failed, and says so as a warning', async () => {
  vi.useFakeTimers();
  const logger = new Logger('Pump');
  const error = vi.spyOn(logger, 'error').mockReturnValue();
  const warn = vi.spyOn(logger, 'warn').mockReturnValue();
  const turn = vi.fn<() => Promise<null>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue(null);
  const pump = new Pump(turn, logger);
  await pump.wake();
  expect(turn).toHaveBeenCalledTimes(1);
  await vi.runAllTimersAsync();
  expect(turn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls).toEqual([[new Error('no'), expect.stringContaining('retried')]]);
  expect(error).not.toHaveBeenCalled();
  await pump.stop();
});
