import { it } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How to mend the code that fails the test. */
    mend?: string;
  }
}

/** A test that a package may fail: `mend` says how to mend it. */
export function check(name: string, mend: string, run: () => unknown): void {
  it(name, async ({ task }) => {
    task.meta.mend = mend;
    await run();
  });
}
