import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The databases, files and browser profiles of tests are in memory where there is room: to make a database takes a sixth of the
 * processor time that it takes on a disk, and there are hundreds.
 */
const MEMORY = '/dev/shm';
const roomIn = (path: string) => (({ bavail, bsize }) => bavail * bsize)(statfsSync(path));
if (existsSync(MEMORY) && roomIn(MEMORY) > 8 * 2 ** 30) process.env.TMPDIR = MEMORY;

// Those of the rooms in examples run where docs/extending.md puts them (test/extending.spec.ts).
const every = ['src/**/*.spec.ts', 'test/**/*.spec.ts', 'examples/client-certificates/*.spec.ts'];
const specsThat = (are: (text: string) => boolean) => globSync(every).filter((file) => are(readFileSync(file, 'utf8')));

/** Specs that need neither a database nor a process: they import nothing that starts one. */
const starts = /from '[^']*(\/support\/(?!eventually)|\/processes|\/embedded-postgres)|postgresUrl|TEST_DATABASE_URL/;
const unit = specsThat((text) => !starts.test(text));

/** Specs that declare resources, events or records of their own, and the one that compares all of them, run alone. */
const declares = /\b(defineResource|declareEvents|ResourceEntity)\(|\/openapi\.json'\)/;
const declaring = specsThat((text) => declares.test(text));

/** A database, and the console as its sources are. */
const database = ['test/support/global-setup.ts', 'test/support/build-console.ts'];

/**
 * Specs that start browsers or processes, or fill every table, take longest, however short they are: first, so that none is
 * left at the end. Those that need the application built wait for that, so only one at a time comes to it.
 */
const waits = (pattern: RegExp) => new Set(specsThat((text) => pattern.test(text)).map((file) => resolve(file)));
const [long, built] = [waits(/execFile|\/chromium\.js'|growth-seed/), waits(/\/processes\.js'/)];
const rankOf = ({ moduleId }: TestSpecification) => (built.has(moduleId) ? 1 : long.has(moduleId) ? 0 : 2);
class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]) {
    const usual = await super.sort(specs);
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  // Nest needs the types of constructor parameters at run time, which swc writes and the default transformer does not.
  plugins: [swc.vite({ module: { type: 'es6' } })],
  // As it is written, not as it was built last.
  resolve: { alias: { '#client': fileURLToPath(new URL('client/src/index.ts', import.meta.url)) } },
  test: {
    setupFiles: ['reflect-metadata', 'test/support/leaves-nothing.ts'],
    // Patient: only what hangs is ended, so that a slow or busy machine fails nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    maxWorkers: 3,
    // Specs share the processes they run in, and so the modules of the application: loading those anew for each file
    // takes as long as the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, exclude: declaring } },
      {
        extends: true,
        test: { name: 'api', include: every, exclude: [...unit, ...declaring], globalSetup: database },
      },
      { extends: true, test: { name: 'declaring', include: declaring, isolate: true, globalSetup: database } },
    ],
  },
});
