import { Random } from '../random.js';
import { type Company, teamOf } from './company.js';

const JOBS: readonly [
  title: string,
  department: string,
  location: string,
  status: 'published' | 'paused' | 'closed' | 'draft',
][] = [
  ['Firmware engineer', 'Engineering', 'Gothenburg', 'published'],
  ['Backend engineer', 'Engineering', 'Remote in Europe', 'published'],
  ['Product designer', 'Product', 'Gothenburg', 'published'],
  ['Account executive, Iberia', 'Sales', 'Lisbon', 'published'],
  ['Support engineer', 'Support', 'Kraków', 'published'],
  ['Installation technician', 'Operations', 'Porto', 'paused'],
  ['Controller', 'Finance', 'Gothenburg', 'closed'],
  ['Head of people', 'People', 'Gothenburg', 'draft'],
];

const FIRST =
  'Amelie Boris Chiara Dmitri Eleni Farid Gustav Helena Ivo Jana Karim Leonie Mateo Nora Oskar Petra Raul Selma Timo Ulla Viktoria Xavier Ylva Zainab مريم'.split(
    ' ',
  );
const LAST =
  'Abadi Becker Carvalho Duarte Engström Ferrari Greco Hoang Ilić Jakobsen Khan Lehmann Moreau Nagy Olsson Park Reis Sato Toth Urban Virtanen Walsh Yilmaz Zhang'.split(
    ' ',
  );
const REASONS = [
  'I have built sensors for boats for six years and would like to see them used by more people.',
  'Your open data on river levels is what I taught my students with.',
  'I want to work where what I write is measured by whether it rains.',
  'A friend of mine works in your support and has never said a bad word.',
];
const NOTES = [
  'Very clear about what they do not know.',
  'Can begin in two months; would move.',
  'Asked better questions than we did.',
  'Good on paper, quiet on the phone. Worth a second talk.',
];

export async function careers(company: Company): Promise<void> {
  const { suite, scaled } = company;
  const random = new Random('careers');
  const recruiters = teamOf(company, 'People');
  const { data: pipelines } = await suite.get('/v1/careers/pipelines');
  const stages = pipelines.find(({ is_default }) => is_default)!.stages;
  const open: string[] = [];
  const after: (() => Promise<unknown>)[] = [];
  for (const [title, department, location, status] of JOBS) {
    const { id } = await suite.post('/v1/careers/jobs', {
      body: {
        title,
        department,
        location,
        employment_type: 'full_time',
        owner_id: random.pick(recruiters).id,
        description: `<p>We make instruments that tell how water is. As ${title.toLowerCase()} you will see them from the drawing to the river.</p><ul><li>A team of four to six people</li><li>Four weeks at a customer in the first year</li></ul>`,
        application_form: {
          fields: [
            { name: 'why', label: 'Why us?', type: 'long_text', required: true },
            {
              name: 'start',
              label: 'When can you begin?',
              type: 'select',
              options: ['at once', 'in three months', 'later'],
            },
          ],
        },
        confirmation_mail: false,
      },
    });
    const params = { path: { id } };
    if (status === 'draft') continue;
    await suite.post('/v1/careers/jobs/{id}/publish', { params, body: { channels: ['careers_site'] } });
    open.push(id);
    // Candidates come before.
    if (status === 'paused') after.push(() => suite.post('/v1/careers/jobs/{id}/pause', { params }));
    if (status === 'closed')
      after.push(() => suite.post('/v1/careers/jobs/{id}/close', { params, body: { close_reason: 'Filled' } }));
  }
  for (let n = 0; n < scaled(150); n++) await application(company, random, n, open, stages);
  for (const change of after) await change();
}

async function application(
  { suite }: Company,
  random: Random,
  n: number,
  jobs: readonly string[],
  stages: readonly { id: string }[],
): Promise<void> {
  const [first, last] = [FIRST[n % FIRST.length]!, LAST[(n * 5 + Math.floor(n / LAST.length)) % LAST.length]!];
  const { id } = await suite.post('/v1/careers/jobs/{job_id}/applications', {
    params: { path: { job_id: jobs[Math.min(random.int(0, jobs.length - 1), random.int(0, jobs.length - 1))]! } },
    body: {
      candidate: { display_name: `${first} ${last}`, email: `candidate${n + 1}@mail.example` },
      answers: [
        { field: 'why', value: random.pick(REASONS) },
        { field: 'start', value: random.pick(['at once', 'in three months', 'later']) },
      ],
    },
  });
  const params = { path: { id } };
  const reached = Math.min(random.int(0, stages.length - 1), random.int(0, stages.length - 1));
  if (reached) await suite.patch('/v1/careers/applications/{id}', { params, body: { stage_id: stages[reached]!.id } });
  if (reached >= 2) {
    const recommendation = random.pick(['yes', 'yes', 'strong_yes', 'no'] as const);
    await suite.post('/v1/careers/applications/{id}/scorecards', {
      params,
      body: { overall: { no: 2, yes: 3, strong_yes: 4 }[recommendation], recommendation, notes: random.pick(NOTES) },
    });
  }
  if (random.chance(0.3))
    await suite.post('/v1/careers/applications/{id}/notes', { params, body: { text: random.pick(NOTES) } });
  if (random.chance(0.2))
    await suite.post('/v1/careers/applications/{id}/disqualify', {
      params,
      body: { reason: random.pick(['not_qualified', 'position_filled']) },
    });
  else if (random.chance(0.05)) await suite.post('/v1/careers/applications/{id}/withdraw', { params });
}
