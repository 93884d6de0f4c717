/** The hand-written limit of uploads: the bytes of a body to the disk, with their SHA-256, and nothing else. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const directory = join(process.env.DATA_DIR!, 'limit');
mkdirSync(directory, { recursive: true });

const server = createServer(async (request, response) => {
  const hash = createHash('sha256');
  const file = await open(join(directory, randomUUID()), 'wx');
  for await (const chunk of request) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  response.end(JSON.stringify({ sha256: hash.digest('hex') }));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The limit listens on it.'));
process.once('SIGTERM', () => process.exit(0));
