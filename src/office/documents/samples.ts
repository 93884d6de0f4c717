import type { SampleContext, SampleRow } from '../../platform/index.js';

export const documents = ({ id }: SampleContext): SampleRow[] => [
  {
    external_id: id('quote'),
    title: 'How we quote a fit-out',
    content_type: 'markdown',
    tags: 'handbook',
    content: `A quote goes out within five working days after the visit.

## Before the visit

- Ask for a floor plan, even an old one.
- Find out who decides, and by when.

## The quote

| Part | Share |
| --- | --- |
| Design | 12 % |
| Joinery | 45 % |
| Trades | 33 % |
| Reserve | 10 % |

## After it

Call after three days. Write down in the deal what they said, also where it is a no.
`,
  },
];
