import 'reflect-metadata';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { NamedSample } from '../support/sample.js';
import { loadOwnExtensions } from './own-extensions.js';

/** Runs in each process of tests, before their files: the extensions come before the application, and samples after it. */

const product = fileURLToPath(new URL('../../src', import.meta.url));
const packed = /(^|[/\\])(node_modules|dist)([/\\]|$)/;

const loaded = globalThis as { suiteCheckLoads?: Promise<void> };
await (loaded.suiteCheckLoads ??= load());

async function load(): Promise<void> {
  await loadOwnExtensions();
  const { addSamples } = await import('../support/sample-registry.js');
  const files = [
    ...globSync('**/*.sample.js', { cwd: product }).map((file) => resolve(product, file)),
    ...globSync('**/*.sample.{ts,js}', { exclude: (path) => packed.test(path) }).map((file) => resolve(file)),
  ];
  for (const file of files)
    addSamples([((await import(pathToFileURL(file).href)) as { default: NamedSample }).default]);
}
