import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The application as `npm run build` makes it, in a directory of its own, so that `dist` stays as it is. */
export interface Build {
  /** Absolute path of the entry. */
  main: string;
  /** Absolute path of any built file, such as `src/cli.js`. */
  file(path: string): string;
}

// Below node_modules its dependencies are found, and neither git nor the linters look there.
const builds = join(root, 'node_modules', '.cache', 'suite-builds');
const BUILD_KEPT_MS = 86_400_000;

/** Sources of `suite-check`, beside those of the application. */
const TESTING = ['test/{routes,suite-check,support}/**/*.ts', 'test/expect-error.ts', 'bench/growth-lists.ts'];

/**
 * Builds the application, once for all specs that ask and for as long as its sources stay the same. Of several at once
 * one builds, holding a lock of the database server, which is free again whatever becomes of its holder. `testing`: with
 * `workspace-suite/testing`.
 */
export async function buildApp({ testing = false } = {}): Promise<Build> {
  const sources = ['{src,migrations}/**/*.ts', 'deploy/*.js', 'package.json', 'package-lock.json', 'tsconfig*.json'];
  const directory = join(builds, hashOf(...sources, ...(testing ? TESTING : [])));
  const lock = new pg.Client(inject('postgresUrl'));
  await lock.connect();
  try {
    await lock.query(`select pg_advisory_lock(hashtext('build'))`);
    if (!existsSync(directory)) await buildInto(directory, testing ? 'tsconfig.testing.json' : 'tsconfig.build.json');
  } finally {
    await lock.end();
  }
  const file = (path: string) => join(directory, path);
  return { main: file('src/main.js'), file };
}

/** Appears whole or not at all. Builds of old sources go. */
async function buildInto(directory: string, tsconfig: string): Promise<void> {
  for (const name of existsSync(builds) ? await readdir(builds) : []) {
    const path = join(builds, name);
    if (Date.now() - (await stat(path)).mtimeMs > BUILD_KEPT_MS) await rm(path, { recursive: true, force: true });
  }
  const unfinished = `${directory}.${process.pid}`;
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const project = join(root, tsconfig);
  await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', unfinished, '--noCheck']);
  await promisify(execFile)(process.execPath, [join(root, 'deploy', 'bundle.js'), unfinished]);
  await copyFile(join(root, 'package.json'), join(unfinished, 'package.json'));
  // Specs that look at the console have it built (`build-console.ts`).
  await symlink(join(root, 'dist', 'console'), join(unfinished, 'console'));
  await rename(unfinished, directory);
}

function hashOf(...patterns: string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Puts the built product into `place/workspace-suite`, as a clone is. */
export async function placeSuite(build: Build, place: string): Promise<void> {
  const suite = join(place, 'workspace-suite');
  await mkdir(suite);
  await copyFile(join(root, 'package.json'), join(suite, 'package.json'));
  await cp(join(root, 'bin'), join(suite, 'bin'), { recursive: true });
  await mkdir(join(suite, 'console/kit'), { recursive: true });
  await copyFile(join(root, 'console/kit/extension.d.ts'), join(suite, 'console/kit/extension.d.ts'));
  await symlink(build.file('.'), join(suite, 'dist'));
  await symlink(join(root, 'node_modules'), join(suite, 'node_modules'));
}

/** Copies an example into `source`, and links it to the product that `placeSuite` has put into `place`. */
export async function placeExample(name: 'stock' | 'companies', place: string, source: string): Promise<void> {
  await cp(join(root, 'examples', name), source, { recursive: true });
  const link = join(root, 'examples/stock/link.js');
  await promisify(execFile)(process.execPath, [link, join(place, 'workspace-suite')], { cwd: source });
}

/** Compiles a package; the error has what the compiler says. */
export async function compilePackage(directory: string): Promise<void> {
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', directory]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The application running as a process of its own. */
export interface AppProcess {
  pid: number;
  /** http://127.0.0.1:PORT */
  base: string;
  /** All it has written to standard output so far. */
  stdout(): string;
  /** All it has written to standard error (its log) so far. */
  stderr(): string;
  exited: Promise<Exit>;
  /** Sends the signal and resolves when the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

/** Thrown by `startProcess` when the application ended before it listened. */
export class StartError extends Error {
  constructor(
    readonly exit: Exit,
    readonly stdout: string,
    readonly stderr: string,
  ) {
    super(`ended with ${exit.code ?? exit.signal} before it listened:\n${stdout}${stderr}`);
  }
}

/** Starts the application on a free port and resolves once it listens. It sees just the settings given here. */
export async function startProcess(build: Build, settings: Record<string, string>, cwd?: string): Promise<AppProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [build.main], {
    cwd,
    env: { PATH, HOME, TMPDIR, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whatever ends the tests ends their processes.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'close').then(([code, signal]): Exit => {
    process.off('exit', kill);
    return { code, signal };
  });

  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const listening = new Promise<string>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      stdout += `${line}\n`;
      const base = /listens on (\S+)/.exec(line)?.[1];
      if (base) resolve(base.replace('//localhost:', '//127.0.0.1:'));
    });
  });
  const base = await Promise.race([
    listening,
    exited.then((exit) => {
      throw new StartError(exit, stdout, stderr);
    }),
  ]);
  return {
    pid: child.pid!,
    base,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

/** Makes a process record the files that its main thread loads. */
export async function recordFiles(directory: string) {
  const [hook, list] = [join(directory, 'hook.mjs'), join(directory, 'loaded')];
  await writeFile(
    hook,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     import { isMainThread } from 'node:worker_threads';
     const load = (url, context, next) => {
       if (url.startsWith('file:')) appendFileSync(${JSON.stringify(list)}, url + '\\n');
       return next(url, context);
     };
     if (isMainThread) registerHooks({ load });`,
  );
  const loaded = async () =>
    (await readFile(list, 'utf8'))
      .trim()
      .split('\n')
      .map((url) => fileURLToPath(url));
  return { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`, loaded };
}

/** The files of which the bundle of a start is made. */
export async function bundledFiles(build: Build): Promise<Set<string>> {
  const sources = globSync(build.file('src/{provided-*,server,start-*}.js.map')).map(async (map) =>
    JSON.parse(await readFile(map, 'utf8')).sources.map((source: string) => resolve(dirname(map), source)),
  );
  return new Set((await Promise.all(sources)).flat());
}
