import { type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything below a directory by its path in there, directories before what is in them. What disappears meanwhile is left out. */
export async function* filesBelow(root: string, below = ''): AsyncGenerator<{ path: string; directory: boolean }> {
  const entries: Dirent[] = await readdir(join(root, below), { withFileTypes: true }).catch(nothing);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    yield { path, directory: entry.isDirectory() };
    if (entry.isDirectory()) yield* filesBelow(root, path);
  }
}

function nothing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
