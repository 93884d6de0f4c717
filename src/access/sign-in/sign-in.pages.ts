import { t } from '../../platform/index.js';
import type { OfferedProvider } from '../identity-providers/identity-provider.repository.js';
import { field, hidden } from '../pages/fields.js';
import { type Html, html } from '../pages/html.js';
import type { Choice } from './sign-in.service.js';

interface SignInForm {
  root: string;
  csrf: Html;
  email: string;
  returnTo: string | null;
  workspace: string | null;
  /** Re-authentication is required, at a provider too. */
  again: boolean;
  /** Identity providers that are offered. */
  offered: readonly OfferedProvider[];
  /** A note about the action that led here. */
  note?: string;
  /** Nothing that was sent says which of the two was wrong. */
  problem?: string;
}

/** The first step where there are identity providers: the address says where its user signs in. */
export const addressBody = (form: SignInForm): Html => {
  const { root, csrf, email, note, problem } = form;
  return html`<h1>${t('Sign in')}</h1>
    ${note && html`<p class="note" role="status">${note}</p>`}
    <form method="post" action="${root}/sign-in">
      ${csrf} ${carried(form)}
      ${field({
        name: 'email',
        label: t('E-mail address'),
        type: 'email',
        autocomplete: 'username',
        value: email,
        problem,
        autofocus: true,
      })}
      <button type="submit">${t('Continue')}</button>
    </form>
    ${providerLinks(form)}
    <p class="links"><a href="${signInPath(form)}">${t('Sign in with a password')}</a></p>`;
};

/** Hidden fields passed to the next step. */
const carried = ({ returnTo, workspace, again }: SignInForm): Html =>
  html`${hidden('return_to', returnTo)} ${hidden('workspace', workspace)} ${hidden('prompt', again ? 'login' : null)}`;

/** Without a workspace in the address, each button names the workspace and the host that people are led to. */
const providerLinks = (form: SignInForm): Html | null =>
  form.offered.length === 0
    ? null
    : html`<p class="links">
        ${form.offered.map(
          (provider) =>
            html`<a class="button" href="${providerPath(form, provider)}"
              >${t('Continue with {provider}', { provider: provider.name })}${form.workspace === null && ` (${provider.workspace_name}, ${URL.parse(provider.issuer)?.host})`}</a
            >`,
        )}
      </p>`;

/** URL to start the sign-in at a provider. */
export function providerPath(
  { root, email, returnTo, again }: Pick<SignInForm, 'root' | 'email' | 'returnTo' | 'again'>,
  { id }: Pick<OfferedProvider, 'id'>,
): string {
  const query = new URLSearchParams({
    ...(returnTo !== null && { return_to: returnTo }),
    ...(email !== '' && { login_hint: email }),
    ...(again && { prompt: 'login' }),
  });
  return `${root}/sign-in/providers/${id}${query.size ? `?${query}` : ''}`;
}

function signInPath({ root, returnTo, workspace }: SignInForm): string {
  const query = new URLSearchParams({
    method: 'password',
    prompt: 'login',
    ...(returnTo !== null && { return_to: returnTo }),
    ...(workspace !== null && { workspace }),
  });
  return `${root}/sign-in?${query}`;
}

export const signInBody = (form: SignInForm): Html => {
  const { root, csrf, email, note, problem } = form;
  const problemId = problem !== undefined && 'problem';
  return html`<h1>${t('Sign in')}</h1>
    ${note && html`<p class="note" role="status">${note}</p>`}
    ${problem && html`<p class="alert" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${root}/sign-in">
      ${csrf} ${carried(form)}
      ${field({
        name: 'email',
        label: t('E-mail address'),
        type: 'email',
        autocomplete: 'username',
        value: email,
        problemId,
        autofocus: email === '',
      })}
      ${field({
        name: 'password',
        label: t('Password'),
        type: 'password',
        autocomplete: 'current-password',
        problemId,
        autofocus: email !== '',
      })}
      <button type="submit">${t('Sign in')}</button>
    </form>
    ${providerLinks(form)}
    <p class="links"><a href="${root}/forgot-password">${t('Forgot your password?')}</a></p>`;
};

/** `tickets`: for each workspace the proof that the password was right there. */
export const workspacesBody = (
  { root, csrf, returnTo }: Pick<SignInForm, 'root' | 'csrf' | 'returnTo'>,
  choices: readonly { candidate: Choice; ticket: string }[],
): Html =>
  html`<h1>${t('Choose a workspace')}</h1>
    <p>${t('Your address and password belong to several workspaces.')}</p>
    <form method="post" action="${root}/sign-in/workspace">
      ${csrf} ${hidden('return_to', returnTo)}
      ${choices.map(
        ({ candidate, ticket }) =>
          html`<button class="plain row" type="submit" name="ticket" value="${ticket}">
            ${candidate.workspace_name}
          </button>`,
      )}
    </form>`;
