import { requests } from '../../../test/support/sample.js';

export default requests({
  'PATCH /v1/access/workspace': {
    body: { week_starts_on: 'sunday' },
    invalid: [
      { name: '' },
      { name: null },
      { time_zone: 'Europe/Atlantis' },
      { time_zone: '+01:00' },
      { currency: 'eur' },
      { week_starts_on: 'friday' },
      { language: 'fr' },
      { language: null },
      { accent_color: 'blue' },
      { logo: 'data:image/svg+xml;base64,PHN2Zz4=' },
      { logo: 'https://example.com/logo.png' },
    ],
  },
});
