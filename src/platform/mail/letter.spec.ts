import { expect, it } from 'vitest';
import { render } from './letter.js';

const letter = {
  to: 'Zoë <b>Ångström</b>',
  lines: ['A “line”\r\nwith another'],
  items: ['Ten seats & more', '<script>alert(1)</script>'],
  code: '{"a":"<i>"}',
  button: { label: 'Open', link: 'https://suite.example/console/records/id/deal_1?a=1&b=2' },
  notes: ['Small print'],
};

it('has the same in its text and its HTML, with the name of the workspace and one button', () => {
  const { text, html } = render('Acme & Söhne', letter);
  expect(text).toBe(
    [
      'Hello Zoë <b>Ångström</b>,',
      'A “line” with another',
      '- Ten seats & more\n- <script>alert(1)</script>',
      '{"a":"<i>"}',
      'Open:\nhttps://suite.example/console/records/id/deal_1?a=1&b=2',
      'Small print',
      '-- \nAcme & Söhne\n',
    ].join('\n\n'),
  );
  expect(html.match(/<a /g)).toHaveLength(1);
  for (const part of ['Acme &amp; Söhne', 'Zoë &lt;b&gt;Ångström&lt;/b&gt;', 'Ten seats &amp; more', '?a=1&amp;b=2'])
    expect(html).toContain(part);
});

it('escapes everything, and loads nothing', () => {
  const evil = '"><img src=x onerror=alert(1)><b>';
  const { html } = render(evil, { to: evil, lines: [evil], items: [evil], code: evil, notes: [evil] });
  expect(html).not.toMatch(/<img|<b>|<script|<link|url\(|src="/);
  expect(html).toContain('charset="utf-8"');
});

it('is short without the parts that it does not need, and adds no line that a name brings along', () => {
  const { text } = render('Acme\n\nBcc: all', { lines: ['Thank you.'] });
  expect(text).toBe('Hello,\n\nThank you.\n\n-- \nAcme Bcc: all\n');
});
