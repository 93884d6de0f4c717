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
const specsThat = (are: (text: string, file: string) => boolean) =>
  globSync(every).filter((file) => are(readFileSync(file, 'utf8'), file));

/**
 * Slow specs (`npm run test:slow`) start processes, browsers or a PostgreSQL of their own, run the built application, fill large tables
 * or follow a guide. They are found by their imports. `.slow.spec.ts` is the name of one that is slow for another reason. A spec
 * that asks for `inject('slow')` runs in both, in another way.
 */
const starts =
  /from '(node:child_process|recheck|[^']*\/(chromium|processes|growth-seed|embedded-postgres)\.js|\.\.\/demo\/[^']*)'/;
const both = specsThat((text) => text.includes("inject('slow')"));
const slow = specsThat((text, file) => /(-guide|\.slow)\.spec\.ts$/.test(file) || starts.test(text));

/** Unit specs need no database: they import nothing that starts one. */
const serves = /from '[^']*(\/support\/(?!eventually|workbooks)|\/embedded-postgres)|postgresUrl|TEST_DATABASE_URL/;
const unit = specsThat((text) => !serves.test(text)).filter((file) => !slow.includes(file));

/** Specs that declare resources, events or records of their own, and the one that compares all of them, run alone. */
const declares = /\b(declareApp|defineResource|declareEvents|ResourceEntity)\(|FileSnapshot\('[^']*openapi\.json'\)/;
const declaring = specsThat((text) => declares.test(text)).filter((file) => !slow.includes(file));

/** A database, and the console as its sources are. */
const database = ['test/support/global-setup.ts', 'test/support/build-console.ts'];

/**
 * Specs that walk every route, the drill, and that of the start take longest, however short they are: they run first, so that none is
 * left at the end. Other specs that need the application built run last, so that the workers do not all wait for one build.
 */
const matching = (pattern: RegExp) => new Set(specsThat((text) => pattern.test(text)).map((file) => resolve(file)));
const [longest, built] = [matching(/\/samples\.js'|'drill'|describe\('a start'/), matching(/\/processes\.js'/)];
const rankOf = ({ moduleId }: TestSpecification) => (longest.has(moduleId) ? 0 : built.has(moduleId) ? 2 : 1);
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
    provide: { slow: false },
    // For specs that `nest generate` writes.
    globals: true,
    // Transformed modules are kept in node_modules: one spec alone starts with a quarter less processor time.
    fsModuleCache: true,
    setupFiles: ['reflect-metadata', 'test/support/leaves-nothing.ts'],
    // Patient: only what hangs is ended, so that a slow or busy machine fails nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // A failure in a log says which values were not as expected.
    chaiConfig: { truncateThreshold: 1_000 },
    pool: 'forks',
    // MiB for young objects, of which tests make many: an eighth less processor time than with the 16 of Node.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: 3,
    // Specs share the processes they run in, and so the modules of the application: loading those anew for each file
    // takes as long as the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, exclude: declaring } },
      {
        extends: true,
        test: { name: 'api', include: every, exclude: [...unit, ...declaring, ...slow], globalSetup: database },
      },
      { extends: true, test: { name: 'declaring', include: declaring, isolate: true, globalSetup: database } },
      {
        extends: true,
        test: { name: 'slow', include: [...slow, ...both], provide: { slow: true }, globalSetup: database },
      },
    ],
  },
});
