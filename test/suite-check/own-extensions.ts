import { readFileSync } from 'node:fs';
import { loadExtensions } from '../../src/platform/extensions/load.js';
import { loadedExtensions } from '../../src/platform/extensions/extension.js';

/** Loads the packages that EXTENSIONS names, or the one in the working directory. Once in a process. */
export async function loadOwnExtensions(): Promise<void> {
  if (loadedExtensions().length) return;
  const names = (process.env.EXTENSIONS ?? nameHere()).split(',').filter(Boolean);
  if (!names.length) throw new Error('Run suite-check in the folder of a package, or name packages in EXTENSIONS.');
  process.env.EXTENSIONS = names.join();
  await loadExtensions({ names, optional: [], env: process.env, warn: console.warn });
}

function nameHere(): string {
  try {
    return JSON.parse(readFileSync('package.json', 'utf8')).name;
  } catch {
    return '';
  }
}
