import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';
import { loadOwnExtensions } from './own-extensions.js';
import { SuiteReporter } from './reporter.js';

/**
 * `npx suite-check [filter …]`: checks the routes of a package as specs of the product check its own, and runs the specs of the
 * package, `test/*.spec.ts`. Everything runs as Node loads it, so the package is built before.
 */

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const PATIENT_MS = 600_000;

/** Options of both kinds of tests. */
const shared = {
  setupFiles: [here('setup.js')],
  globalSetup: [here('database.js')],
  globals: true,
  testTimeout: PATIENT_MS,
  hookTimeout: PATIENT_MS,
  expect: { poll: { timeout: 120_000 } },
  pool: 'forks' as const,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

try {
  await loadOwnExtensions();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const filters = process.argv.slice(2);
const vitest = await startVitest('test', filters, {
  config: false,
  watch: false,
  reporters: [new SuiteReporter()],
  projects: [
    { test: { ...shared, name: 'suite', root: here('.'), include: ['walkers.js'], exclude: [] } },
    { test: { ...shared, name: 'package', root: process.cwd(), include: ['test/**/*.spec.{ts,js}'] } },
  ],
});
await vitest.close();
