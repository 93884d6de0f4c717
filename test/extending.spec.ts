import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PAGE = join(root, 'docs/extending.md');

/** A block of code of the page. Files and changes of files begin with the path. */
interface Block {
  language: string;
  path: string;
  code: string;
}

const blocks: Block[] = [...(await readFile(PAGE, 'utf8')).matchAll(/^```(\w+)\n(?:\/\/ (\S+)\n)?(.*?)^```/gms)].map(
  ([, language, path = '', code]) => ({ language: language!, path, code: code! }),
);
// Without a path it is a part of one.
const files = blocks.filter(({ language, path }) => language === 'ts' && path);
const isMigration = ({ path }: Block) => path.startsWith('migrations/');
const isTest = ({ path }: Block) => /\.(spec|sample)\.ts$/.test(path);
/** The background job, which has a chapter of its own. */
const ofJob = ({ path }: Block) => path.includes('room-closings');

/** Lines that somebody writes: neither blank nor imports. */
const written = (code: string) => code.split('\n').filter((line) => line.trim() && !line.startsWith('import ')).length;

describe('the example of docs/extending.md', () => {
  it('is in examples/rooms as the page shows it', async () => {
    const shown = files.map((file) =>
      isMigration(file) ? file.path.replace(/^.*>-office-(.*)\.ts$/, '$1.migration.ts') : basename(file.path),
    );
    expect(shown.toSorted()).toEqual(globSync('*.ts', { cwd: join(root, 'examples/rooms') }).toSorted());
    for (const [index, { code }] of files.entries()) {
      const example = await readFile(join(root, 'examples/rooms', shown[index]!), 'utf8');
      const moved = example.replaceAll('../../src/', '../../').replaceAll('../../test/', '../../../test/');
      expect(code, shown[index]).toBe(moved);
    }
  });

  it('is as short as the page says, and has one line outside of its folder', async () => {
    const counted = files.filter((file) => !isMigration(file) && !isTest(file) && !ofJob(file));
    const lines = counted.reduce((sum, { code }) => sum + written(code), 0);
    expect(lines).toBeLessThanOrEqual(75);
    expect(await readFile(PAGE, 'utf8')).toContain(`${lines} lines`);
    const outside = blocks.filter(({ language, path }) => language === 'diff' && !path.startsWith('src/office/rooms'));
    const changes = outside.map(({ code }) => code);
    const added = changes.join('').match(/^\+.*/gm)!;
    expect(added.filter((line) => !line.startsWith('+import '))).toHaveLength(1);
  });
});

it('a background job takes three files', () => {
  const page = blocks.slice(blocks.findIndex(ofJob));
  const touched = page.filter((block) => block.path && !isTest(block)).map(({ path }) => path);
  expect(touched).toEqual([
    'migrations/<timestamp>-office-room-closings.ts',
    'src/office/rooms/room-closings.ts',
    'src/office/rooms/rooms.module.ts',
  ]);
});

describe('in a copy of the repository', () => {
  let copy: string;
  const made = ['src/office/rooms/*.ts'];
  const run = async (command: string) => {
    // The tests of the copy start a server of their own: its databases have other tables.
    const env = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_DATABASE_URL$)/.test(name));
    const options = { cwd: copy, env: Object.fromEntries(env), maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], options).catch((error) => {
      throw new Error(`${command}\n${error.stdout}\n${error.stderr}`);
    });
    return stdout;
  };
  const change = async (path: string, edit: (text: string) => string) =>
    writeFile(join(copy, path), edit(await readFile(join(copy, path), 'utf8')));

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'suite-extending-'));
    const left = (name: string) => /^(node_modules|dist.*|coverage|\.git|\.data|\.env)$/.test(name);
    for (const name of await readdir(root))
      if (!left(name)) await cp(join(root, name), join(copy, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    // Built from the same sources, and copied after them: newer than they are.
    await cp(join(root, 'dist/console'), join(copy, 'dist/console'), { recursive: true });
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it.each(['resource sales.trade_fair', 'resource careers.talent_policy --owner --trash'])(
    'generate -- %s',
    async (given) => {
      const told = await run(`npm run -s generate -- ${given}`);
      made.push(...told.match(/(?<=^ +)\S+\.ts$/gm)!);
      const [, name, path] = /Add (\w+) to the imports of the module in (\S+):/.exec(told)!;
      const [line] = /import .*/.exec(told)!;
      await change(path!, (text) => `${line}\n${text.replace('imports: [', `imports: [${name}, `)}`);
      await expect(run(`npm run -s generate -- ${given}`)).rejects.toThrow('exists already.');
    },
  );

  it.each([
    ['', 'Usage:'],
    ['resource deal', 'deal is no type of a resource'],
    ['resource shop.deal', 'There is no app shop'],
    ['resource sales.deal --tags', '--tags'],
  ])('generate -- %s is refused', async (given, message) => {
    await expect(run(`npm run -s generate -- ${given}`)).rejects.toThrow(message);
  });

  it('the steps of the page lead to a resource that every test accepts', async () => {
    const inventory = join(copy, 'test/inventory.txt');
    const before = (await readFile(inventory, 'utf8')).split('\n');
    let told = '';
    const specs = new Set<string>();
    for (const block of blocks) {
      if (block.language === 'sh') {
        const tests = /^npx vitest run (.*)$/.exec(block.code.trim());
        if (tests) for (const name of tests[1]!.split(' ')) specs.add(name);
        else await run(block.code);
      }
      if (files.includes(block)) await put(block);
      if (block.language === 'diff') await apply(block);
    }
    for (const command of commandsFor([...specs])) told += await run(command);
    for (const name of [
      'rooms/rooms',
      'rooms/room-closings',
      'test/injection',
      'test/inventory',
      'test/routes',
      'test/search',
      'test/boundaries',
      'test/migrations',
      'openapi',
    ])
      expect(told).toContain(`${name}.spec.ts`);

    const after = (await readFile(inventory, 'utf8')).split('\n');
    expect(before.filter((line) => !after.includes(line))).toEqual([]);
    const rooms = after.filter((line) => line.includes('office/rooms') || line.includes('office.room.'));
    expect(rooms).toMatchInlineSnapshot(`
      [
        "GET    /v1/office/rooms  office:read office.room.read 200",
        "POST   /v1/office/rooms  office:write office.room.created 201 nameTaken=409",
        "DELETE /v1/office/rooms/:id  office:write office.room.deleted 204",
        "GET    /v1/office/rooms/:id  office:read office.room.read 200",
        "PATCH  /v1/office/rooms/:id  office:write office.room.updated 200 nameTaken=409",
        "POST   /v1/office/rooms/:id/close  office:write office.room.closed 200",
        "POST   /v1/office/rooms/:id/restore  office:write office.room.updated 200 notDeleted=409",
        "office.room.closed  room_id name owner_id",
        "office.room.created  room_id name",
        "office.room.deleted  room_id name",
        "office.room.restored  room_id name",
        "office.room.updated  room_id name changed",
      ]
    `);
  }, 600_000);

  it('what was made compiles and is in good form', async () => {
    await writeFile(join(copy, 'tsconfig.made.json'), JSON.stringify({ extends: './tsconfig.json', include: made }));
    await Promise.all([
      run('npx tsc --noEmit -p tsconfig.made.json'),
      run(`npx oxlint ${made.join(' ')} && npx prettier --check ${made.join(' ')}`),
    ]);
  });

  it('npm run dev serves it, and serves it anew once a file was changed', async () => {
    const [data, { dev }] = [
      join(copy, '.data'),
      JSON.parse(await readFile(join(copy, 'package.json'), 'utf8')).scripts,
    ];
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, PORT: '0', HOST: '127.0.0.1', DATA_DIR: data };
    const running = spawn('sh', ['-c', `exec ${dev}`], { cwd: copy, env });
    onTestFinished(() => void running.kill('SIGKILL'));
    let said = '';
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (text) => (said += text));
    const served = (times: number) =>
      expect.poll(() => said, { timeout: 300_000 }).toMatch(new RegExp(`(listens on [^]*){${times}}`));
    await served(1);
    const base = /listens on (\S+)/.exec(said)![1]!.replace('localhost', '127.0.0.1');
    expect((await fetch(`${base}/v1/office/rooms`)).status).toBe(401);
    await change('src/start.ts', (text) => `${text}\nconsole.log('It was changed.');\n`);
    await served(2);
    expect(said).toContain('It was changed.');
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  /**
   * The specs that the page runs in its steps, once all is there, and those of what was generated before. Specs that ask every
   * route are asked for the new ones: for all others they run outside of the copy. One worker loads the application once.
   */
  function commandsFor(specs: string[]): string[] {
    const every = new Set(['test/inventory', 'test/routes', 'test/search']);
    const fresh = 'room|trade.fair|talent.polic|stands in';
    const rest = specs.filter((name) => !every.has(name)).join(' ');
    return [
      `npx vitest run ${rest} sales/trade-fairs careers/talent-policies --maxWorkers=1`,
      `npx vitest run ${[...every].join(' ')} -u -t '${fresh}' --maxWorkers=1`,
    ];
  }

  /** Writes a file. The migration that was made keeps its timestamp; another one comes after all. */
  async function put({ path, code }: Block): Promise<void> {
    if (!path.includes('<timestamp>')) return writeFile(join(copy, path), code);
    const [made] = globSync(path.replace('<timestamp>', '*'), { cwd: copy });
    const [timestamp] = /\d+/.exec(made ?? `${Date.now()}`)!;
    return writeFile(
      join(copy, path.replace('<timestamp>', timestamp)),
      code.replace(/(class \D+)\d+/, `$1${timestamp}`),
    );
  }

  /** Changes a file. A blank line is between two places of it. */
  async function apply({ path, code }: Block): Promise<void> {
    for (const place of code.split('\n\n')) {
      const lines = place.trimEnd().split('\n');
      const side = (other: string) =>
        lines
          .filter((line) => line[0] !== other)
          .map((line) => line.slice(1))
          .join('\n');
      await change(path, (text) => {
        expect(text).toContain(side('+'));
        return text.replace(side('+'), side('-'));
      });
    }
  }
});
