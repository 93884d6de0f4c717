import type { LoggerService, Type } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { loadedExtensions } from './extension.js';
import { loadExtensions } from './load.js';

/** Loads the extensions of a process that serves, and writes into the log which code it runs. */
export async function announceExtensions(
  { EXTENSIONS, EXTENSIONS_OPTIONAL }: Settings,
  logger: LoggerService,
  given: readonly Type<object>[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const warn = (text: string) => logger.warn(text, 'Start');
  await loadExtensions({ names: EXTENSIONS, optional: EXTENSIONS_OPTIONAL, given, env, warn });
  for (const { name, package: from, version, hash } of loadedExtensions())
    logger.log(from ? `Extension ${name}: ${from} ${version}, sha256 ${hash}` : `Extension ${name}`, 'Start');
}
