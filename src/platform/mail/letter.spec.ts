import { expect, it } from 'vitest';
import { contrast } from '../html/accent.js';
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
  const { text, html } = render({ name: 'Acme & Söhne', accent_color: '#ffee00' }, letter);
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
  // The yellow of the workspace, as dark as white text needs it.
  const [, button] = /style="background: (#[0-9a-f]{6}); [^"]*color: #ffffff/.exec(html)!;
  expect(contrast(button!, '#ffffff')).toBeGreaterThan(4.5);
  expect(button).toMatch(/00$/);
  for (const part of ['Acme &amp; Söhne', 'Zoë &lt;b&gt;Ångström&lt;/b&gt;', 'Ten seats &amp; more', '?a=1&amp;b=2'])
    expect(html).toContain(part);
});

it('escapes everything, and loads nothing', () => {
  const evil = '"><img src=x onerror=alert(1)><b>';
  const { html } = render(
    { name: evil, accent_color: null },
    { to: evil, lines: [evil], items: [evil], code: evil, notes: [evil] },
  );
  expect(html).not.toMatch(/<img|<b>|<script|<link|url\(|src="/);
  expect(html).toContain('charset="utf-8"');
});

it('is short without the parts that it does not need, and adds no line that a name brings along', () => {
  const { text } = render({ name: 'Acme\n\nBcc: all', accent_color: null }, { lines: ['Thank you.'] });
  expect(text).toBe('Hello,\n\nThank you.\n\n-- \nAcme Bcc: all\n');
});

it('greets and helps in German where its texts are in German, and in English otherwise', () => {
  const sender = { name: 'Acme', accent_color: null };
  const german = render(sender, { ...letter, lines: ['Grüße'] }, 'de');
  expect(german.text).toMatch(/^Guten Tag Zoë <b>Ångström<\/b>,\n/);
  expect(render(sender, { lines: ['Grüße'] }, 'de').text).toMatch(/^Guten Tag,\n/);
  expect(german.html).toContain('<html lang="de">');
  expect(german.html).toContain('Geht die Schaltfläche nicht');
  expect(german.html).not.toMatch(/Hello|If the button/);
  const english = render(sender, letter);
  expect(english.html).toContain('<html lang="en">');
  expect(english.html).toContain('If the button does not work');
});
