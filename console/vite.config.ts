import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { askedFieldsOf, askedListsOf, auditedFieldsOf } from './kit/asked-fields.js';
import { summaryOf } from './kit/summary.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const contract = JSON.parse(readFileSync(at('../openapi.json'), 'utf8'));

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
    rolldownOptions: { onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log) },
  },
});
