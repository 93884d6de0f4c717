import type { SampleContext, SampleRow } from '../platform/index.js';

export const PIPELINE = { name: 'Sales', stages: ['New', 'Qualified', 'Proposal', 'Negotiation'] };

export const pipelines = (): SampleRow[] => [
  {
    name: PIPELINE.name,
    stages: PIPELINE.stages.map((name, index) => `${name} ${[10, 25, 50, 75][index]}%`).join(';'),
  },
];

export const contacts = ({ id }: SampleContext): SampleRow[] =>
  [
    ['amelia', 'Amelia Hart', 'Hartwell Coffee', '+44 20 7946 0101', 'key account'],
    ['bruno', 'Bruno Keller', 'Keller & Sons', '+49 30 5550 0112', ''],
    ['chiara', 'Chiara Rossi', 'Rossi Interiors', '+39 06 555 0123', 'partner'],
    ['daniel', 'Daniel Osei', 'Northbridge Clinics', '+44 20 7946 0134', ''],
    ['emma', 'Emma Lindqvist', 'Lindqvist Outdoor', '+46 8 555 0145', 'newsletter'],
    ['farah', 'Farah Aziz', 'Aziz Logistics', '+31 20 555 0156', ''],
    ['george', 'George Whitman', 'Whitman Books', '+44 20 7946 0167', 'newsletter'],
    ['hana', 'Hana Novák', 'Novák Robotics', '+420 555 0178', 'key account'],
  ].map(([name, display_name, organization_name, phone, tags]) => ({
    external_id: id(name!),
    display_name: display_name!,
    email: `${name}@${organization_name!.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
    organization_name: organization_name!,
    phone: phone!,
    tags: tags!,
  }));

/** A deal for each place of a stage from 0 to 1: the first one to the last one of the pipeline. */
export const deals = (
  { id, day }: SampleContext,
  { name, stages }: { name: string; stages: readonly string[] },
): SampleRow[] =>
  (
    [
      ['beans', 'Hartwell Coffee: espresso bar fit-out', 18_500, 0.67, 'amelia', 21, 'open'],
      ['keller', 'Keller & Sons: yearly service contract', 7_200, 0.33, 'bruno', 35, 'open'],
      ['rossi', 'Rossi Interiors: showroom in Milan', 42_000, 1, 'chiara', 9, 'open'],
      ['clinics', 'Northbridge Clinics: reception desks', 26_800, 0.33, 'daniel', 48, 'open'],
      ['outdoor', 'Lindqvist Outdoor: trade fair stand', 12_400, 0, 'emma', 60, 'open'],
      ['robotics', 'Novák Robotics: canteen', 33_000, 0, 'hana', 75, 'open'],
      ['books', 'Whitman Books: shelving for two shops', 9_900, 1, 'george', -6, 'won'],
      ['depot', 'Aziz Logistics: depot office', 15_600, 0.67, 'farah', -12, 'lost'],
    ] as const
  ).map(([deal, title, value, place, contact, days, status]) => ({
    external_id: id(deal),
    title,
    value,
    pipeline: name,
    stage: stages[Math.round(place * (stages.length - 1))]!,
    contacts: id(contact),
    expected_close_date: day(days),
    status,
    close_reason: status === 'lost' ? 'Price' : '',
  }));

export const activities = ({ id, day }: SampleContext): SampleRow[] =>
  (
    [
      ['beans', 'call', -3, 'Wants to open in spring. Sends the floor plan this week.'],
      ['rossi', 'meeting', -1, 'Went through the offer. Two changes, then they sign.'],
      ['keller', 'email', -6, 'Asked what is included in the yearly inspection.'],
    ] as const
  ).map(([deal, type, days, note]) => ({
    external_id: id(`about-${deal}`),
    deal: id(deal),
    type,
    note,
    occurred_at: `${day(days)}T10:00:00Z`,
  }));
