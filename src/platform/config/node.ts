// Not by name: where it is missing, that would be an error before the first line runs.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Beside the code it is made of, so that a new build begins anew and nobody else can write to it. */
const COMPILED = fileURLToPath(new URL('../../../.compiled', import.meta.url));

/** The oldest Node that this runs on: the one that undici asks for. `engines` in package.json says the same. */
const OLDEST = [22, 19] as const;

/**
 * Before anything else is loaded: on a Node that is too old, loading would end with the name of a module that nobody has
 * heard of.
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

/** Code compiled from here on is kept for the next start, which is a fifth of its time. Where nothing can be kept, nothing is. */
export const keepCompiled = () => module.enableCompileCache(COMPILED);
