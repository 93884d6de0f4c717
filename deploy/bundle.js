// The last step of a build: a start would read 2 900 files, which takes half of its time. This makes a few dozen of them:
// `server.js` and `commands.js` in `dist/src` are then made of files beside them named `start-…`, with our code and the
// packages it imports. What it imports only when it needs it stays in node_modules, and all other files that `tsc` has
// written stay too: worker threads and benches run those.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const directory = resolve(process.argv[2] ?? 'dist', 'src');
const COMPATIBILITY = join('@nestjs', 'typeorm', 'dist', 'common', 'typeorm-compat.js');

const MAPPED_TYPES = join('@nestjs', 'mapped-types', 'dist', 'type-helpers.utils.js');

/** @nestjs/mapped-types requires the storage of this one by path, and there must be one. */
const OUTSIDE = 'class-transformer';
const { SHARED } = await import(pathToFileURL(join(directory, 'platform', 'extensions', 'shared.js')).href);
const shared = SHARED.filter((name) => name !== OUTSIDE);

/** Modules that extensions import, by the name of the file in the bundle without `.js`. */
const provided = {
  'provided-platform': ['workspace-suite/platform', join(directory, 'platform', 'index.js')],
  'provided-start': ['workspace-suite/server', join(directory, 'start.js')],
  ...Object.fromEntries(shared.map((name) => [`provided-${name.replace(/^@|\//g, '')}`, [name, `all of ${name}`]])),
};

const suite = {
  name: 'suite',
  resolveId: (id) => (id.startsWith('all of ') ? id : null),
  resolveDynamicImport: (name) => (/^[./]/.test(name) || isBuiltin(name) ? null : { id: name, external: true }),
  async load(id) {
    if (id.startsWith('all of ')) return exportsOf(id.slice('all of '.length));
    // Its `require` would load all of TypeORM a second time.
    if (id.endsWith(COMPATIBILITY)) return readFileSync(id, 'utf8').replace(/^const require = .*/m, '');
    // The same for class-validator, which is in the bundle already.
    if (id.endsWith(MAPPED_TYPES)) {
      const own = "import * as validator from 'class-validator';\nconst outside = createRequire(import.meta.url);";
      const require = "const require = (name) => (name === 'class-validator' ? validator : outside(name));";
      return readFileSync(id, 'utf8').replace(/^const require = .*/m, `${own}\n${require}`);
    }
    if (!id.startsWith(directory + sep)) return null;
    // Files beside a source file are still found relative to it.
    const url = `new URL('./${relative(directory, id).replaceAll(sep, '/')}', import.meta.url).href`;
    const code = readFileSync(id, 'utf8').replaceAll('import.meta.url', url);
    return { code, map: readFileSync(`${id}.map`, 'utf8') };
  },
};

/** A module that exports what a package does, by name also where it is CommonJS. */
async function exportsOf(name) {
  const names = Object.keys(await import(name)).filter((each) => each !== 'module.exports');
  const exports = names.map(
    (each) => `${each === 'default' ? 'export default' : `export const ${each} =`} all.${each};`,
  );
  return `import * as all from '${name}';\n${exports.join('\n')}`;
}

await build({
  input: {
    server: join(directory, 'server.js'),
    commands: join(directory, 'commands.js'),
    ...Object.fromEntries(Object.entries(provided).map(([file, [, module]]) => [file, module])),
  },
  transform: {
    define: {
      BUNDLED: JSON.stringify(
        Object.fromEntries(Object.entries(provided).map(([file, [name]]) => [name, `${file}.js`])),
      ),
    },
  },
  platform: 'node',
  external: [
    'msgpackr-extract', // it finds its machine code by where it lies
    new RegExp(`^${OUTSIDE}(/|$)`),
  ],
  plugins: [suite],
  output: {
    dir: directory,
    chunkFileNames: ({ name }) => `start-${name.replace(/~.*/, '')}.js`,
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
    strictExecutionOrder: true, // modules run in the order that they have without this
    keepNames: true, // TypeORM and Nest know classes by their names
    charset: 'ascii', // one letter beyond it doubles the memory that a file takes
    comments: { jsdoc: false },
    sourcemap: true,
  },
});

// Loads everything once, so that Node keeps it compiled for the first start.
execFileSync(process.execPath, [join(directory, 'cli.js'), '--help'], { stdio: ['ignore', 'ignore', 'inherit'] });
