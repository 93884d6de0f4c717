import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Of a report of vitest: `counts` (passed and failed), or the failed `files`, or the `names` of what failed, with messages. */
const [, , what, path] = process.argv;
const report: Report = JSON.parse(readFileSync(path!, 'utf8'));
const files = report.testResults.filter(({ status }) => status === 'failed');
const failedOf = ({ assertionResults }: Report['testResults'][number]) =>
  assertionResults.filter(({ status }) => status === 'failed');
// A file that does not load has no test that failed.
const broken = files.filter((file) => failedOf(file).length === 0);
const short = (text = '') => text.slice(0, 2_000).replace(/^/gm, '    ');
const nameOf = ({ name }: { name: string }) => relative(process.cwd(), name);

if (what === 'counts') console.log(report.numPassedTests, report.numFailedTests + broken.length);
if (what === 'files') for (const file of files) console.log(nameOf(file));
if (what === 'names') {
  for (const file of broken) console.log(`${nameOf(file)}\n${short(file.message)}`);
  for (const file of files)
    for (const test of failedOf(file))
      console.log(`${nameOf(file)}: ${test.fullName}\n${short(test.failureMessages?.[0])}`);
}
