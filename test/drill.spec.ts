import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('nothing acknowledged is lost while processes, PostgreSQL and Redis are killed at random (drill/README.md)', async () => {
  // The drill starts servers of its own.
  const env = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST_DATABASE_URL$)/.test(name));
  const options = { env: Object.fromEntries(env), maxBuffer: 2 ** 26 };
  const drill = promisify(execFile)(
    'npm',
    ['run', 'drill', '--', '--seed', '1', '--rounds', '1', '--seconds', '2'],
    options,
  );
  const { stdout } = await drill.catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
  expect(stdout).toContain('DRILL OK');
});
