/**
 * Removes, one after the other, each control of `controls.json`, and runs only the tests that the rows of docs/asvs.md name for
 * it: at least one must fail. Works on a copy, and writes the result into the page. `node test/asvs/run.ts [row …]`
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface Control {
  rows: string[];
  what: string;
  file: string;
  /** Stands in the file once. */
  find: string;
  /** Stands there instead while the control is removed. */
  put: string;
}

interface Test {
  file: string;
  name: string;
}

/** Controls that are tried at the same time. */
const COPIES = 2;

const PAGE = 'docs/asvs.md';
const BEGIN = '<!-- removed controls: npm run asvs writes this -->';
const END = '<!-- end of removed controls -->';

const root = resolve(import.meta.dirname, '../..');
const controls: Control[] = JSON.parse(readFileSync(join(root, 'test/asvs/controls.json'), 'utf8'));
const page = readFileSync(join(root, PAGE), 'utf8');

/** The tests that the rows of a control name. */
const testsOf = ({ rows }: Control): Test[] =>
  rows.flatMap((id) => {
    const row = new RegExp(`^\\| ${id.replaceAll('.', '\\.')} +\\| [12] .*$`, 'm').exec(page)?.[0];
    if (!row) throw new Error(`${PAGE} has no row ${id}.`);
    return [...row.matchAll(/`([\w./-]+\.spec\.ts)`: `(.+?)`(?=<br>| +\|)/g)].map(([, file, name]) => ({
      file: file!,
      name: name!,
    }));
  });

/** A pattern for `-t`. Placeholders of `it.each` stand for anything. */
const patternOf = (name: string) =>
  name
    .split(/%[a-z]|\$\{\w+\}|\$\w+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');

/** The repository as it stands in the working tree, without what is ignored. */
function copyOf(): string {
  const copy = mkdtempSync(join(tmpdir(), 'asvs-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  for (const built of ['node_modules', 'dist', 'client/dist', 'client/src/schema.ts'])
    symlinkSync(join(root, built), join(copy, built));
  return copy;
}

interface Outcome {
  passed: string[];
  failed: string[];
}

async function run(copy: string, tests: readonly Test[]): Promise<Outcome> {
  const report = join(copy, 'asvs-report.json');
  rmSync(report, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const names = [...new Set(tests.map(({ name }) => patternOf(name)))];
  const options = ['--maxWorkers=1', '--reporter=json', `--outputFile=${report}`, '-t', names.join('|')];
  await once(spawn('npx', ['vitest', 'run', ...files, ...options], { cwd: copy, stdio: 'ignore' }), 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }: any) => assertionResults);
  const withStatus = (status: string): string[] =>
    results.filter((result: any) => result.status === status).map(({ title }: any) => title);
  return { passed: withStatus('passed'), failed: withStatus('failed') };
}

/** The file of a control without it; null where the control has changed, so that the result would be about something else. */
function without({ file, find, put }: Control): string | null {
  const text = readFileSync(join(root, file), 'utf8');
  return text.split(find).length === 2 ? text.replace(find, () => put) : null;
}

const wanted = process.argv.slice(2);
const chosen = controls.filter(({ rows }) => !wanted.length || rows.some((row) => wanted.includes(row)));
const changed = chosen.map(without);
const stale = chosen.filter((_, index) => changed[index] === null);
if (stale.length) {
  for (const { what, file } of stale) console.error(`“${what}” does not apply any more: ${file} must have it once.`);
  process.exit(1);
}
const copies = Array.from({ length: COPIES }, copyOf);
const end = () => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    end();
    process.exit(1);
  });

const lines: string[] = [];
let survivors = 0;
const left = [...chosen.entries()];

/** Tries controls in one copy until none is left. */
async function work(copy: string): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [index, control] = next;
    const { rows, what, file } = control;
    writeFileSync(join(copy, file), changed[index]!);
    const { passed, failed } = await run(copy, testsOf(control));
    copyFileSync(join(root, file), join(copy, file));
    const ran = passed.length + failed.length;
    const result = failed.length ? `\`${failed[0]!.replaceAll('|', '\\|')}\`` : ran ? '**nothing**' : '**did not run**';
    if (!failed.length) survivors++;
    lines[index] = `| ${rows.join(', ')} | ${what} | \`${file}\` | ${result} |`;
    console.log(
      `${rows.join(', ')}: ${what} ${failed.length ? 'fails' : 'SURVIVES'}: ${failed[0] ?? `${ran} tests ran`}`,
    );
  }
}

await Promise.all(copies.map(work)).finally(end);

if (!wanted.length) {
  const head = ['| rows | control | removed in | fails then |', '| --- | --- | --- | --- |'];
  const summary = `${chosen.length - survivors} of ${chosen.length} removed controls make a test of their rows fail.`;
  const part = [BEGIN, '', summary, '', ...head, ...lines, '', END].join('\n');
  const [before, rest] = page.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${PAGE} has no place for the result.`);
  writeFileSync(join(root, PAGE), before + part + after);
  execFileSync('npx', ['prettier', '--write', PAGE], { cwd: root });
}
process.exitCode = survivors ? 1 : 0;
