// npm runs this after an install. Where the development tools were left out there is nothing to build with: `dist` was
// built elsewhere then, or before they were pruned.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('node_modules/@nestjs/cli')) {
  process.exit(spawnSync('npm run build', { stdio: 'inherit', shell: true }).status ?? 1);
}
