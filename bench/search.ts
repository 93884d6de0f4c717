import { withFilled } from './growth.js';
import type { Sizes } from './growth-seed.js';

/** Requests for each text, one after the other; of the first few the statements are still being prepared. */
const REQUESTS = 50;
const WARM_UP = 8;

/** What people type, and the worst that they could: words of nearly all records, of a tenth, of old ones only, of none. */
const TEXTS: Record<string, string> = {
  document: 'of one type, frequent',
  'user 77': 'some of one type',
  'deal 4711': 'one record',
  candidate: 'of one type',
  acme: 'of few records',
  example: 'of all addresses',
  '1': 'a tenth of all numbers',
  '12': 'a hundredth of all numbers',
  a: 'a letter that many words begin with',
  'document 99': 'old ones only',
  nobody: 'of none',
};

/** Of so many records in all: documents, tasks, deals and contacts are most of them. */
const sizesOf = (records: number): Sizes => ({
  users: Math.max(10_000, Math.ceil(records / 40)),
  records: Math.ceil(records / 5),
  entries: 10_000,
});

/** Milliseconds of the search over all types, by the text that is looked for, in a workspace of so many records. */
export function search(records: number, kept?: string): Promise<string[][]> {
  return withFilled(sizesOf(records), kept, async ({ base, key, member, isFresh, analyze }) => {
    if (isFresh) await analyze();
    const rows = [['text', 'whose words', 'by', 'results', 'ms, median', 'ms, p95', 'ms, worst']];
    for (const [text, words] of Object.entries(TEXTS))
      for (const [by, headers] of [
        ['admin', { 'X-API-Key': key }],
        ['member', { Authorization: `Bearer ${member}` }],
      ] as const) {
        const times: number[] = [];
        let results = 0;
        for (let n = -WARM_UP; n < REQUESTS; n++) {
          const started = performance.now();
          const answer = await fetch(`${base}/v1/search?q=${encodeURIComponent(text)}`, { headers });
          const { data } = (await answer.json()) as { data: object[] };
          if (!answer.ok) throw new Error(`The search for ${text} answers ${answer.status}.`);
          if (n >= 0) times.push(performance.now() - started);
          results = data.length;
        }
        times.sort((a, b) => a - b);
        const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
        rows.push([text, words, by, String(results), at(0.5), at(0.95), at(1)]);
      }
    return rows;
  });
}
