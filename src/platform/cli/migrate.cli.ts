import type { Settings } from '../config/settings.js';
import { takeBack } from '../database/take-back.js';
import { loadedExtensions } from '../extensions/extension.js';
import { CommandFailed, type Commands } from './command-line.js';
import { changesOfSchema, prepareSchema } from './schema.js';

interface Options {
  down?: string;
  extension?: string;
  force?: true;
}

export const migrateCommand: Commands = (program, { inDatabase }) => {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date, or take its last migrations back')
    .option('--down <count>', 'for development: take so many migrations back, the last one first')
    .option('--extension <name>', 'with --down: those of this extension')
    .option('--force', 'with --down: in production, too')
    .action(inDatabase((settings, options: Options) => (options.down === undefined ? up : down)(settings, options)));
};

async function up(settings: Settings, { extension, force }: Options): Promise<object> {
  if (extension !== undefined || force) throw new Error('--extension and --force belong to --down.');
  const migrations = await prepareSchema(settings, { queues: true });
  const warnings = await changesOfSchema(settings);
  return { migrations, ...(warnings.length && { warnings }) };
}

async function down(settings: Settings, { down: given, extension: name, force }: Options): Promise<object> {
  const count = Number(given);
  if (!/^\d+$/.test(given!) || !Number.isSafeInteger(count) || count < 1)
    throw new Error(`--down must be a whole number of at least 1, and '${given}' is none.`);
  if (settings.APP_ENV === 'production' && !force)
    throw new Error(
      'APP_ENV is production: what is taken back is lost with its rows, and running processes need it. Add --force if that is meant.',
    );
  const loaded = loadedExtensions();
  const extension = loaded.find((each) => each.name === name);
  if (name !== undefined && !extension)
    throw new Error(
      `The extension ${name} is not loaded: EXTENSIONS has to name its package. Loaded: ${loaded.map((each) => each.name).join(', ') || 'none'}.`,
    );
  const result = await takeBack(settings.ownerUrl, count, extension);
  if (result.problem) throw new CommandFailed(result);
  return result.taken_back.length ? result : { ...result, message: 'There is nothing to take back.' };
}
