import type { SampleContext, SampleRow } from '../platform/index.js';

/** A draft, so that nothing of it is public. */
export const jobs = ({ id }: SampleContext): SampleRow[] => [
  {
    external_id: id('designer'),
    title: 'Interior designer',
    department: 'Design',
    location: 'London',
    employment_type: 'full_time',
    description:
      '<p>You design bars, shops and offices from the first sketch to the opening day.</p>' +
      '<ul><li>A team of four</li><li>Your own projects from the first month</li></ul>',
  },
];

/** A candidate for each place of a stage from 0 to 1: the first one to the last one of the pipeline. */
export const applications = ({ id }: SampleContext, stages: readonly string[]): SampleRow[] =>
  (
    [
      ['ines', 'Inês Duarte', 0.5, 'Studio Norte', 'Senior designer', 'portfolio'],
      ['jonas', 'Jonas Berg', 0.25, 'Freelance', 'Interior designer', ''],
      ['kemi', 'Kemi Adeyemi', 0.75, 'Adeyemi Studio', 'Founder', 'portfolio'],
      ['lucia', 'Lucía Navarro', 0, 'Taller 9', 'Junior designer', ''],
      ['marek', 'Marek Zieliński', 0, 'Forma', 'Architect', 'referral'],
    ] as const
  ).map(([name, display_name, place, company, position, tags]) => ({
    external_id: id(name),
    job: id('designer'),
    display_name,
    email: `${name}@mail.example`,
    stage: stages[Math.round(place * (stages.length - 1))]!,
    company,
    position,
    tags,
  }));
