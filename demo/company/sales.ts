import { day, Random } from '../random.js';
import { type Company, teamOf } from './company.js';

const FIRST =
  'Anna Björn Carmen David Esra Filip Greta Hugo Iris João Klara Luca Mira Nils Olga Paul Quentin Rosa Stefan Tess Uwe Vera Willem Yara Zeno'.split(
    ' ',
  );
const LAST =
  'Almeida Berg Conti Dahl Eriksson Fischer Garcia Horvat Ivanova Jansen Keller Lopes Meyer Nowak Olsen Popescu Quist Rossi Schmidt Tanaka Ueda Vogel Wójcik Young Zimmermann'.split(
    ' ',
  );
const PLACES =
  'Porto Bergen Graz Turku Gdańsk Valencia Utrecht Lyon Bristol Tampere Aarhus Verona Leipzig Braga Umeå'.split(' ');
const TRADES = [
  'Waterworks',
  'Vineyards',
  'Harbour Authority',
  'Fish Farms',
  'Irrigation',
  'Hydropower',
  'Aquarium',
  'Breweries',
];
const INTERESTS = [
  'river gauges',
  'leak detection',
  'a pilot of three months',
  'gateways',
  'calibration as a service',
  'the dashboard',
  'spare probes',
];
const CALLS = [
  'They want the numbers in their own control room, not in another app.',
  'Budget is there from next quarter on. Call again before the summer.',
  'Asked for a site that they can visit. Porto said yes.',
  'Legal is reading the contract; two weeks, they say.',
  'Compared us with the cheaper one. Accuracy decided it.',
];

export async function sales(company: Company): Promise<void> {
  const { suite, scaled } = company;
  const random = new Random('sales');
  const owners = teamOf(company, 'Sales');
  const contacts: { id: string; organization: string }[] = [];
  for (let n = 0; n < scaled(500); n++) {
    const organization = `${PLACES[n % PLACES.length]} ${TRADES[Math.floor(n / PLACES.length) % TRADES.length]}`;
    const [first, last] = [FIRST[n % FIRST.length]!, LAST[(n * 7 + Math.floor(n / FIRST.length)) % LAST.length]!];
    const { id } = await suite.post('/v1/sales/contacts', {
      body: {
        display_name: `${first} ${last}`,
        email: `${plain(first)}.${plain(last)}${n}@${plain(organization)}.example`,
        phone: random.chance(0.6)
          ? `+351 2${random.int(10, 99)} ${random.int(100, 999)} ${random.int(100, 999)}`
          : null,
        organization_name: organization,
        owner_id: random.pick(owners).id,
        tags: random.some(['newsletter', 'key account', 'trade fair', 'partner'], random.int(0, 2)),
        custom_fields: { language: random.pick(['en', 'de', 'pt', 'sv']), gauges: random.int(0, 60) },
      },
    });
    contacts.push({ id, organization });
  }
  const stages = ['Lead', 'Qualified', 'Pilot', 'Proposal', 'Negotiation'];
  const direct = await suite.post('/v1/sales/pipelines', {
    body: {
      name: 'Direct sales',
      currency: 'EUR',
      stages: stages.map((name, n) => ({ name, probability: [10, 25, 45, 60, 80][n]! })),
    },
  });
  const renewals = await suite.post('/v1/sales/pipelines', {
    body: {
      name: 'Renewals',
      currency: 'EUR',
      stages: ['Due', 'Offer sent', 'Verbal yes'].map((name, n) => ({ name, probability: [50, 70, 90][n]! })),
    },
  });
  for (let n = 0; n < scaled(120); n++) await deal(company, random, n, n % 4 === 3 ? renewals : direct, contacts);
}

interface Line {
  id: string;
  name: string;
  stages: { id: string }[];
}

async function deal(
  company: Company,
  random: Random,
  n: number,
  pipeline: Line,
  contacts: { id: string; organization: string }[],
): Promise<void> {
  const { suite } = company;
  const first = random.pick(contacts);
  const what = pipeline.name === 'Renewals' ? 'another year' : random.pick(INTERESTS);
  const made = await suite.post('/v1/sales/deals', {
    body: {
      title: `${first.organization}: ${what}`,
      value: random.int(8, 180) * 500,
      currency: 'EUR',
      pipeline_id: pipeline.id,
      owner_id: random.pick(teamOf(company, 'Sales')).id,
      contact_ids: [first.id],
      expected_close_date: random.chance(0.85) ? day(random.int(5, 150)) : null,
      tags: random.chance(0.2) ? ['key account'] : [],
    },
  });
  const params = { path: { id: made.id } };
  // Fewer and fewer come further, as it is.
  const reached = Math.min(random.int(0, pipeline.stages.length), random.int(0, pipeline.stages.length - 1));
  for (const stage of pipeline.stages.slice(1, reached + 1))
    await suite.patch('/v1/sales/deals/{id}', { params, body: { stage_id: stage.id } });
  if (n % 3 === 0)
    await suite.post('/v1/sales/deals/{id}/activities', {
      params,
      body: { type: random.pick(['call', 'email', 'meeting'] as const), note: random.pick(CALLS) },
    });
  if (random.chance(0.15)) await suite.post('/v1/sales/deals/{id}/close', { params, body: { outcome: 'won' } });
  else if (random.chance(0.12))
    await suite.post('/v1/sales/deals/{id}/close', {
      params,
      body: {
        outcome: 'lost',
        close_reason: random.pick(['Price', 'No budget this year', 'Went with what they have']),
      },
    });
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll(' ', '-')
    .replace(/[^a-z-]/g, '');
