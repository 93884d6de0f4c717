import { Random } from '../random.js';
import type { Company } from './company.js';

type Cell = string | number;

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June'];
const COSTS = ['Salaries', 'Cloud', 'Parts', 'Travel', 'Rent', 'Marketing', 'Training', 'Legal'];
const TEAMS = ['Engineering', 'Product', 'Sales', 'Support', 'Operations'];

/** A tab for each team and one that adds them up, everything by formulas. */
export async function budget({ suite }: Company): Promise<void> {
  const random = new Random('budget');
  const tabs = ['Summary', ...TEAMS];
  const { id } = await suite.post('/v1/office/sheets', {
    body: { title: 'Budget, first half', tags: ['finance'], initial_sheets: tabs.map((name) => ({ name })) },
  });
  const write = (range: string, values: Cell[][]) =>
    suite.put('/v1/office/sheets/{id}/values', {
      params: { path: { id } },
      body: { range, value_input: 'user_entered', values },
    });
  const last = COSTS.length + 1;
  for (const team of TEAMS) {
    const rows = COSTS.map((cost, n): Cell[] => [
      cost,
      ...MONTHS.map(() => `$${(random.int(12, 90) * (n === 0 ? 1_000 : 100)).toLocaleString('en-US')}`),
      `=SUM(B${n + 2}:G${n + 2})`,
    ]);
    const columns = ['B', 'C', 'D', 'E', 'F', 'G', 'H'];
    const total: Cell[] = ['Total', ...columns.map((column) => `=SUM(${column}2:${column}${last})`)];
    await write(`${team}!A1`, [['Cost', ...MONTHS, 'Half-year'], ...rows, total]);
  }
  const rows = TEAMS.map((team, n): Cell[] => [
    team,
    `=${team}!H${last + 1}`,
    `=TEXT(B${n + 2}/B$${TEAMS.length + 2},"0%")`,
    `=IF(B${n + 2}>500000,"over","within")`,
  ]);
  const total = [`=SUM(B2:B${TEAMS.length + 1})`, '', ''];
  await write('Summary!A1', [['Team', 'Half-year', 'Share', 'Limit of $500,000'], ...rows, ['Total', ...total]]);
}

/** Long enough to scroll. */
export async function readings({ suite, people, scaled }: Company): Promise<void> {
  const random = new Random('readings');
  const { id } = await suite.post('/v1/office/sheets', {
    body: { title: 'Readings, all sites', tags: ['data'], initial_sheets: [{ name: 'Readings' }, { name: 'Sites' }] },
  });
  const count = scaled(2_000);
  const rows = Array.from({ length: count }, (_, n): Cell[] => [
    `R4-${1000 + (n % 40)}`,
    random.int(100, 900) / 100,
    random.int(20, 190) / 10,
    `=IF(B${n + 2}>8,"high","")`,
    random.pick(people).name,
  ]);
  const write = (range: string, values: Cell[][]) =>
    suite.put('/v1/office/sheets/{id}/values', {
      params: { path: { id } },
      body: { range, value_input: 'user_entered', values },
    });
  await write('Readings!A1', [['Gauge', 'Level (m)', 'Temperature (°C)', 'Alarm', 'Read by'], ...rows]);
  await write('Sites!A1', [
    ['Readings', `=COUNTA(Readings!A2:A${count + 1})`],
    ['Mean level', `=AVERAGE(Readings!B2:B${count + 1})`],
    ['Alarms', `=COUNTIF(Readings!D2:D${count + 1},"high")`],
  ]);
}
