// Puts the Workspace Suite, and the packages of which a process has one copy, into node_modules: node link.js ../workspace-suite
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const suite = resolve(process.argv[2] ?? '../workspace-suite');
if (!existsSync(join(suite, 'node_modules'))) {
  console.error(`${suite} has no node_modules: name the folder of the Workspace Suite, and run npm ci there first.`);
  process.exit(1);
}
const shared = ['@nestjs', '@types', 'class-transformer', 'class-validator', 'rxjs', 'typeorm', 'vitest'];
const links = [
  ['workspace-suite', '.'],
  ['.bin/suite-check', 'bin/suite-check.js'],
  ...['.bin/node', '.bin/tsc', ...shared].map((name) => [name, join('node_modules', name)]),
];
for (const [name, target] of links) {
  const path = resolve('node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  symlinkSync(join(suite, target), path);
}
