import { vi } from 'vitest';

/** Waits until a condition holds: until `check` throws no more. Patient, for the sake of slow and busy machines. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 120_000, interval: 10 });
