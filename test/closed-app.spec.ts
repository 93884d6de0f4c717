import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { startTestApp } from './support/test-app.js';

/** An application that has served a request and is closed. No variable of the caller keeps it. */
async function closed(): Promise<WeakRef<object>> {
  const suite = await startTestApp();
  expect((await suite.client.get('/metrics')).status).toBe(200);
  await suite.close();
  return new WeakRef(suite.app);
}

it('An application that is closed leaves nothing that keeps it in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const first = await closed();
  // Node may keep the application that it used last, so there is another one after it.
  await closed();
  await expect
    .poll(() => {
      collectGarbage();
      return first.deref();
    })
    .toBeUndefined();
});
