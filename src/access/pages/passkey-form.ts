import { t } from '../../platform/index.js';
import { hidden } from './fields.js';
import { type Html, html } from './html.js';

/**
 * The only script of the pages: WebAuthn requires one. Its forms are hidden until it detects support, so without script nothing
 * is missing.
 */
export const PASSKEY_SCRIPT = `
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const creates = form.dataset.passkey === 'create';
  const Key = window.PublicKeyCredential;
  if (!Key || !Key.parseRequestOptionsFromJSON || !Key.parseCreationOptionsFromJSON) continue;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const problem = form.querySelector('[role=alert]');
    problem.hidden = true;
    try {
      const options = JSON.parse(form.elements.options.value);
      const made = creates
        ? await navigator.credentials.create({ publicKey: Key.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: Key.parseRequestOptionsFromJSON(options) });
      form.elements.answer.value = JSON.stringify(made.toJSON());
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
}
`;

interface PasskeyForm {
  kind: 'create' | 'get';
  action: string;
  csrf: Html;
  ticket: string;
  /** The options for the browser, as JSON. */
  options: string;
  button: string;
  fields?: Html | null;
}

/** A form submitted with the WebAuthn response in the field `answer`. Its page needs `PASSKEY_SCRIPT`. */
export const passkeyForm = ({ kind, action, csrf, ticket, options, button, fields }: PasskeyForm): Html =>
  html`<form method="post" action="${action}" data-passkey="${kind}" hidden>
    ${csrf} ${hidden('ticket', ticket)} ${hidden('options', options)} ${hidden('answer', '')} ${fields}
    <p class="alert" role="alert" hidden>${t('The passkey was not used. Try again, or choose another way.')}</p>
    <button type="submit" class="${kind === 'get' && 'plain'}">${button}</button>
  </form>`;
