import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// Days are the workspace's (D-RUN-10): no code takes the day of an instant, or the bounds of a day, except through the calendar.

/** Takes a day, or the bounds of one, in UTC or in the zone of a process, a browser or a connection. */
const TAKES_A_DAY =
  /(?:iso\([^)]*\)|toISOString\(\)|_at|_time|now|timestamp)\??\.(?:slice|substring)\(0, ?(?:7|10)\)|\bcurrent_date\b|\bdate_trunc\(|_at\)?::date\b|at time zone|Date\.UTC\(|\.(?:get|set)(?:UTC)?(?:FullYear|Month|Date|Day)\(|\bdateStyle\b|`\$\{\w+\}T0\d:/i;

/** The modules that know zones: one of the server, one of the console. */
const CALENDARS = ['src/platform/calendar/zones.ts', 'console/kit/days.ts'];

/** Other places that may, and why. */
const ALLOWED: Record<string, string> = {
  'console/kit/chart/burn.tsx': 'shows days, which have no zone',
  'console/kit/locale.ts': 'reads dates as a language writes them, which have no zone',
  'console/kit/when.tsx': 'shows instants in the zone of the reader',
  'console/screens/forecast/period.ts': 'computes with days, which have no zone',
  'console/screens/sheets/typed.ts': 'computes with days of sheets, which have no zone',
  'console/screens/time/days.ts': 'computes with days, which have no zone',
  'src/access/account/account.pages.ts': 'shows an instant, and says that it is in UTC',
  'src/access/sessions/session.dto.ts': 'cuts a range into pieces for an index; any pieces do',
  'src/guard/exports/entry-json.ts': 'computes with instants as PostgreSQL sends them',
  'src/guard/exports/entry-csv.ts': 'writes instants in UTC',
  'src/guard/sealing/seal.repository.ts': 'months of partitions, which all workspaces share',
  'src/office/sheets/cell.ts': 'checks days, which have no zone',
  'src/office/sheets/number-format.ts': 'computes with days of sheets, which have no zone',
  'src/platform/events/relay.ts': 'months of partitions, which all workspaces share',
  'src/platform/fields/moments.ts': 'checks days and instants',
  'src/platform/maintenance/partitions.ts': 'months of partitions, which all workspaces share',
  'src/platform/language/language.ts': 'shows days, which have no zone, and instants in the zone that it is given',
  'src/platform/openapi/operation.ts': 'a date of the deployment',
  'src/project/recurrences/rule.ts': 'computes with days, which have no zone',
  'src/project/calendar-feeds/calendar.ts': 'events of whole days, which have no zone',
};

const files = globSync('{src,console}/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) }).filter(
  (file) => !file.endsWith('.spec.ts') && !CALENDARS.includes(file),
);
const taking = files.filter((file) => TAKES_A_DAY.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')));

it('takes days through the calendar of the workspace only', () => {
  expect(taking.filter((file) => !(file in ALLOWED))).toEqual([]);
});

it('allows no place that needs no exception', () => {
  expect(Object.keys(ALLOWED).filter((file) => !taking.includes(file))).toEqual([]);
});

it.each([
  'clock.iso().slice(0, 10)',
  'clock.iso(-DAY_SECONDS).slice(0, 7)',
  'started_at.slice(0, 10)',
  'new Date(now).toISOString().slice(0, 10)',
  'select current_date',
  "date_trunc('week', created_at)",
  'closed_at::date',
  "closed_at at time zone 'UTC'",
  'new Date().getDate()',
  'date.getUTCMonth()',
  'Date.UTC(2026, 1, 1)',
  '`${day}T00:00:00Z`',
])('notices %s', (code) => {
  expect(code).toMatch(TAKES_A_DAY);
});
