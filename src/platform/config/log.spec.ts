import { expect, it } from 'vitest';
import { createLogger } from './log.js';

it('An entry is one line of JSON, whatever is in it', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const forged = 'GET /x\r\n{"level":"error","msg":"forged"}\u2028\u001b[2J';
  log.log(forged, 'Http');
  log.warn({ attempt: forged, account: forged }, forged, 'Security');
  log.error(new Error(forged), 'Http');
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    for (const character of ['\r', '\n', '\u001b']) expect(line.trimEnd()).not.toContain(character);
    expect(JSON.parse(line).msg).toBe(forged);
  }
});
