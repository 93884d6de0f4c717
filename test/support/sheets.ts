import { expect } from 'vitest';
import type { Client } from './test-app.js';

const PATH = '/v1/office/sheets';

/** Makes spreadsheets, types into them as people do, and reads them. */
export function sheetsOf(client: () => Client) {
  async function aSheet(...names: string[]): Promise<string> {
    const tabs = names.length ? { initial_sheets: names.map((name) => ({ name, rows: 100, columns: 20 })) } : {};
    return `${PATH}/${(await client().post(PATH, { title: 'Budget', ...tabs })).body.id}`;
  }

  const put = (sheet: string, range: string, values: unknown[][], by = client()) =>
    by.put(`${sheet}/values`, { range, values, value_input: 'user_entered' });

  async function type(sheet: string, range: string, values: unknown[][]): Promise<void> {
    const answer = await put(sheet, range, values);
    expect(answer.status, answer.text).toBe(200);
  }

  async function read(sheet: string, range: string, value_render = 'raw', by = client()) {
    const answer = await by.get(`${sheet}/values?range=${encodeURIComponent(range)}&value_render=${value_render}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.values;
  }

  return { aSheet, put, type, read };
}
