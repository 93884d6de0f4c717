import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Builds a release of this repository below `directory`; answers its root. `ref`: a commit, a branch or a tag. */
export function buildRelease(directory: string, ref: string): string {
  const root = join(directory, 'release');
  const run = (program: string, args: readonly string[], cwd = '.') =>
    execFileSync(program, args, { cwd, stdio: 'pipe', encoding: 'utf8', maxBuffer: 2 ** 26 });
  run('git', ['worktree', 'add', '--detach', '--force', root, ref]);
  const samePackages = readFileSync('package-lock.json').equals(readFileSync(join(root, 'package-lock.json')));
  if (samePackages) symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  else run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit'], root);
  run(resolve('node_modules/.bin/tsc'), ['-p', 'drill', '--declaration', 'false'], root);
  return root;
}

/** The checkout goes with the directory; what git knows of it is removed here. */
export const forgetRelease = () => execFileSync('git', ['worktree', 'prune']);

/** The newest tag, which is the last release. */
export const lastTag = () =>
  execFileSync('git', ['tag', '--sort=-version:refname'], { encoding: 'utf8' }).split('\n').find(Boolean);
