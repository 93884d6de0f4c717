import { backUp } from '../backup/backup.js';
import { restore } from '../backup/restore.js';
import type { Commands } from './command-line.js';

export const backupCommands: Commands = (program, { withSettings }) => {
  program
    .command('backup')
    .description('Copy the embedded PostgreSQL and local files into an empty directory, while processes serve')
    .requiredOption('--out <directory>', 'where the backup goes')
    .action(withSettings(async (settings, { out }) => backUp(settings, out)));
  program
    .command('restore')
    .description('Restore a backup into an empty DATA_DIR')
    .requiredOption(
      '--from <directory>',
      'where the backup is: a directory, or s3://bucket/folder; s3://bucket means the newest one there',
    )
    .action(withSettings(async (settings, { from }) => restore(settings, from)));
};
