import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

/** Lines of an error that are shown. */
const MAX_LINES = 12;

/** Writes which check failed on which route, and the line that mends it. */
export class SuiteReporter implements Reporter {
  #started = Date.now();

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length;
    for (const test of failed) {
      say(`\n✗ ${test.fullName}`, ...test.result().errors!.map(textOf));
      const { mend } = test.meta();
      if (mend) say(`  Mend it: ${mend}`);
    }
    for (const module of modules)
      for (const error of module.errors()) say(`\n✗ ${module.moduleId} cannot be run`, withStack(error));
    for (const error of unhandled) say('\n✗ An error outside of the tests', withStack(error));
    const seconds = Math.round((Date.now() - this.#started) / 1_000);
    say(`\n${passed} checks passed, ${failed.length} failed, in ${seconds} s (${reason}).`);
  }
}

const say = (...lines: string[]) => console.log(lines.join('\n'));

const withStack = ({ message, stack }: SerializedError): string => textOf({ message: stack || message });

const textOf = ({ message, diff }: { message: string; diff?: string }): string =>
  stripVTControlCharacters([message, ...(diff ? [diff] : [])].join('\n'))
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
