import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { traceIds } from '../tracing/tracing.js';
import type { Settings } from './settings.js';

/** Loggers of Nest about the assembly of the application: 200 lines per start, useful only for debugging that. */
const ASSEMBLY: unknown[] = ['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication'];

let standardError: DestinationStream | undefined;

/**
 * Lines are buffered for at most 100 ms: one write per line costs more than the line. One for all loggers of the process, as
 * each writes every 100 ms, for ever.
 */
const toStandardError = (): DestinationStream =>
  (standardError ??= pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 100 }));

/** Nest logger on pino: one JSON line per entry, on standard error, because standard output carries results. */
export function createLogger(level: Settings['LOG_LEVEL'], to: DestinationStream = toStandardError()): LoggerService {
  const log = pino(
    {
      level,
      base: undefined,
      mixin: () => ({ ...traceIds() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  );
  // Nest calls with (message, ...rest, context), where context is the name of the logger.
  const write =
    (method: 'debug' | 'error' | 'fatal' | 'info' | 'trace' | 'warn') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = typeof rest.at(-1) === 'string' ? rest.pop() : undefined;
      const level = method === 'info' && ASSEMBLY.includes(context) ? 'debug' : method;
      const text = rest.find((item): item is string => typeof item === 'string');
      if (message instanceof Error) log[level]({ context, err: message }, text ?? message.message);
      else if (typeof message === 'object' && message !== null) log[level]({ context, ...message }, text);
      else log[level]({ context }, [message, ...rest].join(' '));
    };
  return {
    log: write('info'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('trace'),
    fatal: write('fatal'),
  };
}
