import { field, hidden } from '../pages/fields.js';
import { type Html, html } from '../pages/html.js';
import type { Choice } from './sign-in.service.js';

interface SignInForm {
  root: string;
  csrf: Html;
  email: string;
  returnTo: string | null;
  workspace: string | null;
  /** What has just been done, where that led here. */
  note?: string;
  /** Nothing that was sent says which of the two was wrong. */
  problem?: string;
}

export const signInBody = ({ root, csrf, email, returnTo, workspace, note, problem }: SignInForm): Html => {
  const problemId = problem !== undefined && 'problem';
  return html`<h1>Sign in</h1>
    ${note && html`<p class="note" role="status">${note}</p>`}
    ${problem && html`<p class="alert" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${root}/sign-in">
      ${csrf} ${hidden('return_to', returnTo)} ${hidden('workspace', workspace)}
      ${field({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        autocomplete: 'username',
        value: email,
        problemId,
        autofocus: email === '',
      })}
      ${field({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        problemId,
        autofocus: email !== '',
      })}
      <button type="submit">Sign in</button>
    </form>
    <p class="links"><a href="${root}/forgot-password">Forgot your password?</a></p>`;
};

/** `tickets`: for each workspace the proof that the password was right there. */
export const workspacesBody = (
  { root, csrf, returnTo }: Pick<SignInForm, 'root' | 'csrf' | 'returnTo'>,
  choices: readonly { candidate: Choice; ticket: string }[],
): Html =>
  html`<h1>Choose a workspace</h1>
    <p>Your address and password belong to several workspaces.</p>
    <form method="post" action="${root}/sign-in/workspace">
      ${csrf} ${hidden('return_to', returnTo)}
      ${choices.map(
        ({ candidate, ticket }) =>
          html`<button class="plain row" type="submit" name="ticket" value="${ticket}">
            ${candidate.workspace_name}
          </button>`,
      )}
    </form>`;
