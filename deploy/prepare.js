// npm runs this after an install. Where the development tools were left out there is nothing to build with: `dist` was
// built elsewhere then, or before they were pruned.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';

// Node comes with 67 MB of headers for what is compiled against it, which nothing here is.
const { platform, arch } = process;
rmSync(`node_modules/node/node_modules/node-${platform}-${arch}/include`, { recursive: true, force: true });

if (existsSync('node_modules/@nestjs/cli')) {
  process.exit(spawnSync('npm run build', { stdio: 'inherit', shell: true }).status ?? 1);
}
