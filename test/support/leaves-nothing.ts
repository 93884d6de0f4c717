import { globalAgent } from 'node:http';
import { afterAll, expect, vi } from 'vitest';

/** State that specs of the same process share, beside the modules of the application. */
const common = () => ({
  environment: { ...process.env },
  fakeTimers: vi.isFakeTimers(),
  sockets: globalAgent.maxSockets,
  listeners: Object.fromEntries(
    ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'].map((name) => [name, process.listenerCount(name)]),
  ),
});

/** Deprecations of libraries and Node. Warnings about garbage collection may concern an earlier file. */
const deprecated: string[] = [];
const warned = ({ name, message }: Error) => {
  if (name === 'DeprecationWarning' && !message.includes('garbage collection')) deprecated.push(message);
};
process.on('warning', warned);
afterAll(() => {
  process.off('warning', warned);
  expect(deprecated).toEqual([]);
});

// Hooks run in reverse order, so this is the last one of every file.
const before = common();
afterAll(() => expect(common(), 'This file leaves something behind for those that run after it.').toEqual(before));
