import type { LoggerService } from '@nestjs/common';

/** A logger that keeps what it is told: level, and all parts of the message in one line. */
export function recordingLogger() {
  const lines: [level: keyof LoggerService, text: string][] = [];
  const write =
    (level: keyof LoggerService) =>
    (...parts: unknown[]) =>
      void lines.push([level, parts.join(' ')]);
  const logger: LoggerService = { log: write('log'), error: write('error'), warn: write('warn') };
  return { logger, lines };
}
