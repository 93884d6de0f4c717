#!/usr/bin/env node
import { existsSync } from 'node:fs';

const entry = new URL('../dist/test/suite-check/cli.js', import.meta.url);
if (existsSync(entry)) await import(entry.href);
else {
  console.error('suite-check is not built: run npm run build in the folder of the Workspace Suite.');
  process.exitCode = 1;
}
