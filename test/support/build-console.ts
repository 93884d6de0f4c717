import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';

const SOURCES = ['console/**/*.{ts,tsx,css,html,json,svg}', 'client/src/*.ts', 'package-lock.json'];
const BUILT = 'dist/console/index.html';

/** Builds the console unless it is as its sources are. */
export default function setup(): void {
  const built = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0;
  if (globSync(SOURCES).every((file) => statSync(file).mtimeMs < built)) return;
  // Of vitest's own environment it would take that this is a test, and build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npx', ['vite', 'build', 'console', '--logLevel', 'warn'], { stdio: 'inherit', env });
}
