/// <reference types="vite/types/importMeta.d.ts" />
import type { NamedSample } from './sample.js';
import { addSamples } from './sample-registry.js';

export * from './sample-registry.js';

// Found by their names, and imports all the same: `vitest --changed` knows which tests a sample belongs to.
addSamples(
  Object.values(import.meta.glob<NamedSample>('../../src/**/*.sample.ts', { eager: true, import: 'default' })),
);
