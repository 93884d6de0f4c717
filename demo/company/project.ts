import { day, Random } from '../random.js';
import { type Company, teamOf } from './company.js';

const PROJECTS: readonly [name: string, about: string, teams: string[], billable: boolean][] = [
  ['River gauge R5', 'The next gauge: half the size, twice the battery.', ['Engineering', 'Product'], false],
  ['Porto Waterworks rollout', 'Sixty gauges in eleven reservoirs.', ['Operations', 'Engineering', 'Support'], true],
  ['New dashboard', 'What a duty officer needs to see at three in the morning.', ['Product', 'Engineering'], false],
  ['ISO 27001', 'Certified before the tender closes.', ['Security', 'Operations', 'Finance'], false],
  ['Move of the Lisbon office', 'Out of the old one by the end of the lease.', ['Operations', 'People'], false],
  ['Vänern field trial', 'Winter readings together with the university.', ['Engineering', 'Operations'], true],
];
const VERBS = ['Specify', 'Draft', 'Test', 'Order', 'Review', 'Document', 'Repair', 'Measure', 'Compare', 'Clean up'];
const THINGS = [
  'the battery compartment',
  'alarm thresholds',
  'the installation guide',
  'the antenna bracket',
  'onboarding of the team',
  'the data export',
  'access rights',
  'spare parts',
  'the supplier list',
  'the calibration bench',
  'readings of the first week',
  'the risk register',
  'translations',
  'the release notes',
];
const LABELS = ['hardware', 'firmware', 'cloud', 'paperwork', 'site'];
const COMMENTS = [
  'Done on the bench, not yet in the rain.',
  'Waiting for the part. Tracking says Thursday.',
  'I would rather drop this than do it badly.',
  'Photos are in the document of the same name.',
];
const STATUSES = ['todo', 'todo', 'in_progress', 'in_review', 'done', 'done'] as const;

export async function project(company: Company): Promise<void> {
  const { suite, scaled } = company;
  const random = new Random('project');
  const each = Math.max(1, Math.round(scaled(300) / PROJECTS.length));
  for (const [name, description, teams, billable] of PROJECTS) {
    const members = teamOf(company, ...teams);
    const { id } = await suite.post('/v1/project/projects', {
      body: {
        name,
        description,
        billable,
        hourly_rate: billable ? 95 : null,
        owner_id: members[0]!.id,
        start_date: day(-random.int(20, 90)),
        target_date: day(random.int(30, 200)),
      },
    });
    const params = { path: { id } };
    await suite.patch('/v1/project/projects/{id}', { params, body: { status: 'active' } });
    const others = members.slice(1).map((person) => ({ user_id: person.id, role: 'member' as const }));
    await suite.post('/v1/project/projects/{id}/members', { params, body: { members: others } });
    for (let n = 0; n < each; n++) await task(company, random, id, n, members);
  }
}

async function task(
  { suite }: Company,
  random: Random,
  project_id: string,
  n: number,
  members: readonly { id: string }[],
): Promise<void> {
  const made = await suite.post('/v1/project/projects/{project_id}/tasks', {
    params: { path: { project_id } },
    body: {
      title: `${VERBS[(n * 3 + random.int(0, 1)) % VERBS.length]} ${THINGS[n % THINGS.length]}`,
      description: random.chance(0.4) ? 'What is there, what is missing, and who is to know of it.' : '',
      assignee_id: random.chance(0.85) ? random.pick(members).id : null,
      priority: random.pick(['urgent', 'high', 'medium', 'medium', 'low', 'none'] as const),
      due_date: random.chance(0.6) ? day(random.int(-10, 60)) : null,
      labels: random.some(LABELS, random.int(0, 2)),
    },
  });
  const params = { path: { id: made.id } };
  const status = random.pick(STATUSES);
  if (status !== 'todo') await suite.patch('/v1/project/tasks/{id}', { params, body: { status } });
  if (random.chance(0.2))
    await suite.post('/v1/project/tasks/{id}/comments', { params, body: { body: random.pick(COMMENTS) } });
  if (status === 'todo') return;
  for (let entry = random.int(1, 2); entry > 0; entry--)
    await suite.post('/v1/project/time-entries', {
      body: {
        task_id: made.id,
        user_id: random.pick(members).id,
        duration_seconds: random.int(1, 16) * 900,
        date: day(-random.int(0, 20)),
        note: random.chance(0.3) ? random.pick(COMMENTS) : '',
      },
    });
}
