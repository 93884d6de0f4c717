// Default import: a missing named export would fail before the first line runs.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Next to the compiled code: a new build starts with an empty cache, and other users cannot write to it. */
const COMPILED = fileURLToPath(new URL('../../../.compiled', import.meta.url));

/** Minimum Node version, required by undici. `engines` in package.json says the same. */
const OLDEST = [22, 19] as const;

/**
 * Checked before anything else is loaded, because on an older Node the import of some dependency would fail with an obscure
 * error.
 */
export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(
    `This needs Node ${OLDEST.join('.')} or newer, and runs on ${process.versions.node}. ` +
      'npm installs one of its own: start with `npm start`, commands with `npm run cli`.\n',
  );
  process.exit(1);
}

/** Caches compiled code for the next start, which then takes a fifth of the time. Does nothing if the directory is not writable. */
export const keepCompiled = () => module.enableCompileCache(COMPILED);
