import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives back all that nothing holds; `last-resort` also what would have to be compiled again. */
export function collect(flavor: 'regular' | 'last-resort' = 'last-resort'): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor });
}
