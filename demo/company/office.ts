import { uploadFile } from '#client';
import { day, Random } from '../random.js';
import { type Company, teamOf } from './company.js';
import { budget, readings } from './sheets.js';

const SUBJECTS = [
  'River gauge R4',
  'Probe calibration',
  'Firmware 3.2',
  'Dashboard for utilities',
  'Field trials at Lake Vänern',
  'Battery life',
  'The Lisbon office',
  'Supplier audit',
  'Customer interviews',
  'Onboarding',
  'Price list',
  'Data retention',
  'On-call',
  'Annual summit',
  'LoRaWAN gateways',
  'Leak detection',
  'Spare parts',
  'Accessibility of the app',
  'Partner programme',
  'Incident of the 14th',
];

const SENTENCES = [
  'We measured for three weeks at four sites and the drift stayed below half a percent.',
  'Customers ask for fewer alarms, not for more of them.',
  'The new housing survives the winter, the old one did so in two of three cases.',
  'Whoever is on call may wake up anybody; nobody will ask why.',
  'Two suppliers answered, and only one of them had read the drawing.',
  'What used to take a technician a day is done over the air in four minutes.',
  'Nothing here is final before finance has seen it.',
  'The numbers of last quarter are in the budget sheet, on the tab of the department.',
  'Please write down what surprised you; what went as planned we know already.',
  'We agreed to decide by the end of the month, with what we know by then.',
  'Support will have the new wording before it goes out.',
  'The trial went on for longer than planned, as the river did not rise.',
];

const KINDS: readonly { title: (subject: string, n: number) => string; tags: string[]; team: string[] }[] = [
  { title: (subject) => `Minutes: ${subject}`, tags: ['minutes'], team: ['Product', 'Engineering', 'Operations'] },
  {
    title: (subject, n) => `Proposal ${String(n).padStart(3, '0')}: ${subject}`,
    tags: ['proposal'],
    team: ['Engineering'],
  },
  { title: (subject) => `How we do it: ${subject}`, tags: ['handbook'], team: ['People', 'Support', 'Security'] },
  { title: (subject) => `Review: ${subject}`, tags: ['review'], team: ['Product', 'Sales'] },
  { title: (subject) => `Board paper: ${subject}`, tags: ['board'], team: ['Leadership', 'Finance'] },
];

export async function office(company: Company): Promise<void> {
  const { suite, scaled } = company;
  const random = new Random('office');
  const files = await contracts(company);
  for (let n = 0; n < scaled(200); n++) {
    const kind = KINDS[n % KINDS.length]!;
    const title = kind.title(SUBJECTS[Math.floor(n / KINDS.length) % SUBJECTS.length]!, n + 1);
    const made = await suite.post('/v1/office/documents', {
      body: {
        title: n < KINDS.length * SUBJECTS.length ? title : `${title}, second part`,
        ...text(random, title, n),
        owner_id: random.pick(teamOf(company, ...kind.team)).id,
        permissions: { visibility: random.chance(0.1) ? 'private' : 'workspace' },
        tags: random.chance(0.15) ? [...kind.tags, 'important'] : kind.tags,
        attachments: n % 9 === 0 ? [random.pick(files)] : [],
      },
    });
    const path = { id: made.id };
    if (random.chance(0.7))
      await suite.patch('/v1/office/documents/{id}', { params: { path }, body: { status: 'published' } });
    else if (random.chance(0.2))
      await suite.patch('/v1/office/documents/{id}', { params: { path }, body: { status: 'archived' } });
  }
  await budget(company);
  await readings(company);
}

/** Most are Markdown; some are what an editor of HTML makes, or a mail that somebody kept. */
function text(random: Random, title: string, n: number) {
  const paragraph = () => random.some(SENTENCES, random.int(2, 4)).join(' ');
  const points = random.some(SENTENCES, 3);
  if (n % 10 === 7) return { content_type: 'text' as const, content: `${title}\n\n${paragraph()}\n\n${paragraph()}\n` };
  if (n % 10 === 3) {
    const items = points.map((point) => `<li>${point}</li>`).join('');
    const content = `<h1>${title}</h1><p>${paragraph()}</p><h2>What we know</h2><ul>${items}</ul><p>${paragraph()}</p>`;
    return { content_type: 'html' as const, content };
  }
  const content = [
    `# ${title}`,
    paragraph(),
    '## What we know',
    points.map((point) => `- ${point}`).join('\n'),
    '## Numbers',
    '| Site | Readings | Lost |\n| --- | ---: | ---: |',
    ...['Gothenburg', 'Porto', 'Kraków'].map(
      (site) => `| ${site} | ${random.int(800, 9_000)} | ${random.int(0, 12)} |`,
    ),
    '## Next steps',
    `1. Write to everybody who was there, until **${day(random.int(3, 20))}**.\n2. ${random.pick(SENTENCES)}`,
    `> ${random.pick(SENTENCES)}`,
  ];
  return {
    content_type: 'markdown' as const,
    content: `${content.join('\n\n').replaceAll(/\|\n\n\|/g, '|\n|')}\n`,
  };
}

async function contracts({ suite, scaled }: Company): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, tag, content] of [
    ['Supply agreement Nordsensor.txt', 'contract', 'Between Larkfield Instruments and Nordsensor AB.'],
    ['Lease Lisbon.txt', 'contract', 'Rua das Flores 12, third floor.'],
    ['Readings Vänern.csv', 'data', 'time,level,temperature\n06:00,44.31,7.2\n07:00,44.33,7.2\n'],
    ['Price list.csv', 'sales', 'article,price\nR4,890\nG2,240\n'],
  ].slice(0, scaled(4)) as [string, string, string][]) {
    const { id } = await uploadFile(suite, new Blob([content]), { name, tags: [tag] });
    ids.push(id);
  }
  return ids;
}
