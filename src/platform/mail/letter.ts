import { readableOn } from '../html/accent.js';
import type { Language } from '../context/request-context.js';
import { html } from '../html/html.js';
import { t } from '../language/language.js';

/** Contents of a mail, in its language. Texts may be user input: they are escaped and cannot add lines. */
export interface Letter {
  /** Name in the greeting. Without one it has none. */
  to?: string;
  lines: readonly string[];
  /** Records or other things, a line each. */
  items?: readonly string[];
  /** A text that is copied as it is, such as signed JSON. */
  code?: string;
  /** The one button. Text and addresses come from code. */
  button?: { label: string; link: string };
  /** Small print below the button. */
  notes?: readonly string[];
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const STYLE = {
  body: 'margin: 0; padding: 24px; background: #f4f5f7; color: #1f2430; font: 16px/1.5 system-ui, -apple-system, Segoe UI, sans-serif',
  card: 'max-width: 560px; margin: 0 auto; padding: 24px 32px; background: #ffffff; border: 1px solid #e1e4ea; border-radius: 8px',
  name: 'margin: 0 0 16px; padding-bottom: 12px; border-bottom: 1px solid #e1e4ea; font-weight: 600',
  button:
    'display: inline-block; padding: 10px 18px; color: #ffffff; border-radius: 6px; text-decoration: none; font-weight: 600',
  code: 'padding: 12px; background: #f4f5f7; font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere',
  small: 'color: #5b6275; font-size: 13px',
};

/** The company that sends a mail. */
export interface Sender {
  name: string;
  /** Of buttons; null: that of the product. */
  accent_color: string | null;
}

const ACCENT = '#3b5bdb';

/**
 * A mail in the look of the product, as text and as HTML: the name and the colour of the workspace, one button, no images and
 * nothing that is loaded from elsewhere. `language`: of the texts of the letter.
 */
export function render(sender: Sender, letter: Letter, language: Language = 'en'): { text: string; html: string } {
  const { code, button } = letter;
  const name = oneLine(sender.name);
  const accent = readableOn('#ffffff', sender.accent_color ?? ACCENT);
  const greeting = letter.to ? t('Hello {name},', { name: oneLine(letter.to) }, language) : t('Hello,', {}, language);
  const [lines, items, notes] = [letter.lines, letter.items ?? [], letter.notes ?? []].map((texts) =>
    texts.map(oneLine),
  );
  const parts = [
    greeting,
    ...lines!,
    ...(items!.length ? [items!.map((item) => `- ${item}`).join('\n')] : []),
    ...(code ? [code] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...notes!,
    `-- \n${name}`,
  ];
  return {
    text: `${parts.join('\n\n')}\n`,
    html: html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${name}</title>
        </head>
        <body style="${STYLE.body}">
          <div style="${STYLE.card}">
            <p style="${STYLE.name}">${name}</p>
            <p>${greeting}</p>
            ${lines!.map((line) => html`<p>${line}</p> `)}
            ${
              items!.length > 0 &&
              html`<ul>
                ${items!.map((item) => html`<li>${item}</li> `)}
              </ul>`
            }
            ${code && html`<pre style="${STYLE.code}">${code}</pre>`}
            ${
              button &&
              html`<p><a href="${button.link}" style="background: ${accent}; ${STYLE.button}">${button.label}</a></p>
                <p style="${STYLE.small}">
                  ${t('If the button does not work, copy this address into your browser:', {}, language)}<br />${button.link}
                </p>`
            }
            ${notes!.map((note) => html`<p style="${STYLE.small}">${note}</p> `)}
          </div>
        </body>
      </html> `.text,
  };
}
