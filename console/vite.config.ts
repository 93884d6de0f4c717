import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';
import { askedFieldsOf, askedListsOf, auditedFieldsOf } from './kit/asked-fields.js';
import { summaryOf } from './kit/summary.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const contract = JSON.parse(readFileSync(at('../openapi.json'), 'utf8'));

/** Names the chunk `chunk` of whatever these files import, directly or not. */
function together(chunk: string, ...files: string[]) {
  const reached = new Set<string>();
  return (id: string, chunking: Rolldown.ChunkingContext): string | null => {
    const waiting = reached.size === 0 ? files.map(at) : [];
    for (const next of waiting) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...(chunking.getModuleInfo(next)?.importedIds ?? []));
    }
    return reached.has(id) && !files.map(at).includes(id) ? chunk : null;
  };
}

/** The files of Home, with which most people begin. */
const FIRST = ['app/app.tsx', 'screens/home/home.tsx'];
/** Mantine is left to Rolldown, as most of its components are needed by few pages. Its styles come before ours. */
const MANTINE = /\/@mantine\/core\/.*\.mjs$/;
const LIBRARIES = /\/node_modules\//;

export default defineConfig({
  root: at('.'),
  // Files find each other beside themselves, so that the server may have any address.
  base: './',
  // As it is written, not as it was built last.
  resolve: { alias: { '#client': at('../client/src/index.ts') } },
  define: {
    CONTRACT_OF_BUILD: JSON.stringify(summaryOf(contract)),
    ASKED_OF_BUILD: JSON.stringify(askedFieldsOf(contract)),
    AUDITED_OF_BUILD: JSON.stringify(auditedFieldsOf(contract)),
    LISTS_OF_BUILD: JSON.stringify(askedListsOf(contract)),
  },
  // The server puts a new one in for each answer.
  html: { cspNonce: '%NONCE%' },
  build: {
    outDir: at('../dist/console'),
    emptyOutDir: true,
    // The policy of the page takes no `data:` scripts or styles.
    assetsInlineLimit: 0,
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Libraries say "use client", which means nothing here.
    rolldownOptions: {
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      output: {
        // Each chunk costs a phone 2 ms before anything is drawn: by itself Rolldown makes 26 for Home and 25 for a list, this way
        // it makes 8 and 15, of as many bytes.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'index', tags: ['$initial'], priority: 4 },
            { name: 'mantine', test: MANTINE, entriesAware: true, entriesAwareMergeThreshold: 6_000, priority: 4 },
            { name: together('libraries', ...FIRST), debugName: 'libraries', test: LIBRARIES, priority: 3 },
            { name: together('start', ...FIRST), debugName: 'start', priority: 2 },
            { name: together('kit', 'kit/index.ts'), debugName: 'kit', priority: 1 },
          ],
        },
      },
    },
  },
});
