import {
  currentLanguage,
  deferred,
  inWords,
  type Language,
  LANGUAGE_NAMES,
  rich,
  t,
  translated,
} from '../../platform/index.js';
import type { OwnFactor } from '../factors/factor.repository.js';
import { field } from '../pages/fields.js';
import { type Html, html } from '../pages/html.js';
import { newPasswordFields, type PasswordProblems } from '../passwords/password-fields.js';
import type { ActiveSession } from '../sessions/session.repository.js';
import type { User } from '../users/user.entity.js';

export interface ChangeProblems extends PasswordProblems {
  current: string | null;
}

/** A rejected profile form. */
export interface WrongProfile {
  /** The name as it was typed. */
  display_name: string;
  language: Language | null;
  problem: string;
}

interface Account {
  root: string;
  csrf: Html;
  user: User;
  sessions: readonly ActiveSession[];
  factors: readonly OwnFactor[];
  /** The number of recovery codes that are left. */
  codesLeft: number;
  /** The id of the session of this browser. */
  current: string;
  done?: string;
  problems?: ChangeProblems;
  profile?: WrongProfile;
}

const NOTES = new Map([
  ['profile', deferred('Your name and language are saved.')],
  ['password', deferred('Your password is changed. All your other sessions are signed out.')],
  ['passkey', deferred('The passkey is set up.')],
  ['factor', deferred('The sign-in method is removed.')],
  ['session', deferred('The session has ended.')],
  ['app', deferred('The app is disconnected.')],
  ['sessions', deferred('All your other sessions have ended.')],
]);

export const accountBody = ({
  root,
  csrf,
  user,
  sessions,
  factors,
  codesLeft,
  current,
  done,
  problems,
  profile,
}: Account): Html => {
  const apps = sessions.filter(({ client_name }) => client_name !== null);
  const browsers = sessions.filter(({ client_name }) => client_name === null);
  return html`<div class="top">
      <div>
        <h1>${user.display_name}</h1>
        <p class="soft">${user.email}</p>
      </div>
      <div class="buttons">
        <a class="button" href="${root}/console/">${t('Open the console')}</a>
        <form method="post" action="${root}/sign-out">
          ${csrf}
          <button class="plain" type="submit">${t('Sign out')}</button>
        </form>
      </div>
    </div>
    ${NOTES.has(done ?? '') && html`<p class="note" role="status">${translated(NOTES.get(done!)!)}</p>`}
    <section aria-labelledby="sessions">
      <h2 id="sessions">${t('Where you are signed in')}</h2>
      <ul class="list">
        ${browsers.map((session) => sessionItem(session, session.id === current, root, csrf))}
      </ul>
      ${
        sessions.length > 1 &&
        html`<form method="post" action="${root}/account/sessions/end-others">
          ${csrf}
          <button class="plain" type="submit">
            ${apps.length > 0 ? t('Sign out everywhere else and disconnect all apps') : t('Sign out everywhere else')}
          </button>
        </form>`
      }
    </section>
    ${profileSection(root, csrf, user, profile)} ${apps.length > 0 && appsSection(root, csrf, apps)}
    ${factorsSection(root, csrf, factors, codesLeft)} ${passwordSection(root, csrf, user, problems)}`;
};

function profileSection(root: string, csrf: Html, user: User, wrong?: WrongProfile): Html {
  const { language: spoken } = wrong ?? user;
  return html`<section aria-labelledby="profile">
    <h2 id="profile">${t('Name and language')}</h2>
    <form method="post" action="${root}/account/profile">
      ${csrf}
      ${field({
        name: 'display_name',
        label: t('Name that others see'),
        type: 'text',
        autocomplete: 'name',
        value: wrong?.display_name ?? user.display_name,
        problem: wrong?.problem,
        autofocus: Boolean(wrong),
      })}
      <div class="field">
        <label for="language">${t('Language')}</label>
        <select id="language" name="language">
          <option value="">${t('As the browser says')}</option>
          ${Object.entries(LANGUAGE_NAMES).map(
            ([language, name]) =>
              html`<option value="${language}" lang="${language}" ${language === spoken && html`selected`}>
                ${name}
              </option>`,
          )}
        </select>
        <p class="hint">${t('Of the console, these pages, and mail to you.')}</p>
      </div>
      <button class="plain" type="submit">${t('Save')}</button>
    </form>
  </section>`;
}

/** Only for users who have a password. */
const passwordSection = (root: string, csrf: Html, user: User, problems?: ChangeProblems): Html | false =>
  user.password_hash !== null &&
  html`<section aria-labelledby="password-title">
    <h2 id="password-title">${t('Change your password')}</h2>
    <form method="post" action="${root}/account/password">
      ${csrf}
      <input type="text" name="username" value="${user.email}" autocomplete="username" hidden />
      ${field({
        name: 'current',
        label: t('Current password'),
        type: 'password',
        autocomplete: 'current-password',
        problem: problems?.current,
        autofocus: Boolean(problems?.current),
      })}
      ${newPasswordFields(problems)}
      <button type="submit">${t('Change the password')}</button>
    </form>
  </section>`;

/** Lists grants individually, so that one device can be revoked without the others. */
const appsSection = (root: string, csrf: Html, apps: readonly ActiveSession[]): Html =>
  html`<section aria-labelledby="apps">
    <h2 id="apps">${t('Connected apps')}</h2>
    <p>${t('These apps act on your behalf until you disconnect them.')}</p>
    <ul class="list">
      ${apps.map((app) => appItem(app, root, csrf))}
    </ul>
  </section>`;

const appItem = (
  { id, client_name, scopes, created_at, last_active_at }: ActiveSession,
  root: string,
  csrf: Html,
): Html =>
  html`<li>
    <div>
      <p class="named" id="app-${id}"><strong>${client_name}</strong></p>
      ${
        scopes &&
        html`<ul class="wishes">
          ${scopes.map((scope) => html`<li>${translated(inWords(scope))}</li>`)}
        </ul>`
      }
      <p class="soft">${rich('Last active {time}', { time: time(last_active_at) })}</p>
      <p class="soft">${rich('Since {time}', { time: time(created_at) })}</p>
    </div>
    <form method="post" action="${root}/account/sessions/${id}/end">
      ${csrf}
      <button class="plain" type="submit" aria-describedby="app-${id}">${t('Disconnect')}</button>
    </form>
  </li>`;

function factorsSection(root: string, csrf: Html, factors: readonly OwnFactor[], codesLeft: number): Html {
  const hasApp = factors.some(({ type }) => type === 'totp');
  return html`<section aria-labelledby="factors">
    <h2 id="factors">${t('Passkeys and second step')}</h2>
    ${!factors.length && html`<p>${t('Protect your account against stolen passwords by a passkey or a second step.')}</p>`}
    <ul class="list" ${!factors.length && html`hidden`}>
      ${factors.map((factor) => factorItem(factor, root, csrf))}
    </ul>
    <p class="links"><a href="${root}/account/passkey">${t('Set up a passkey')}</a></p>
    ${!hasApp && html`<p class="links"><a href="${root}/account/totp">${t('Set up an authenticator app')}</a></p>`}
    ${
      hasApp &&
      html`<form method="post" action="${root}/account/recovery-codes">
        ${csrf}
        <p>
          ${codesLeft === 1 ? t('1 recovery code is left.') : t('{count} recovery codes are left.', { count: codesLeft })}
        </p>
        <button class="plain" type="submit">${t('Make new recovery codes')}</button>
      </form>`
    }
  </section>`;
}

function factorItem(factor: OwnFactor, root: string, csrf: Html): Html {
  return html`<li>
    <div>
      <p class="named" id="factor-${factor.id}">
        <strong>${factor.type === 'totp' ? t('Authenticator app') : factor.name}</strong>
      </p>
      <p class="soft">${rich('Since {time}', { time: time(factor.created_at) })}</p>
      <p class="soft">
        ${factor.last_used_at ? rich('Last used {time}', { time: time(factor.last_used_at) }) : t('Never used')}
      </p>
    </div>
    <form method="post" action="${root}/account/factors/${factor.id}/remove">
      ${csrf}
      <button class="plain" type="submit" aria-describedby="factor-${factor.id}">${t('Remove')}</button>
    </form>
  </li>`;
}

function sessionItem(session: ActiveSession, isCurrent: boolean, root: string, csrf: Html): Html {
  const device = deviceOf(session.user_agent);
  return html`<li>
    <div>
      <p class="named" id="device-${session.id}">
        <strong>${device}</strong>${isCurrent && html`<span class="tag">${t('This browser')}</span>`}
      </p>
      <p class="soft">${proofIn(session)}</p>
      <p class="soft">${rich('Last active {time}', { time: time(session.last_active_at) })}</p>
      <p class="soft">${sinceOf(session)}</p>
    </div>
    ${
      // The current session ends by signing out.
      !isCurrent &&
      html`<form method="post" action="${root}/account/sessions/${session.id}/end">
        ${csrf}
        <button class="plain" type="submit" aria-describedby="device-${session.id}">${t('End')}</button>
      </form>`
    }
  </li>`;
}

/** Describes how the user of a session proved their identity. */
function proofIn({ auth_method, amr }: ActiveSession): string {
  if (auth_method === 'passkey') return t('Signed in with a passkey');
  if (auth_method === 'sso') return t('Signed in with your identity provider');
  return amr.includes('otp') ? t('Signed in with a password and a code') : t('Signed in with a password');
}

const sinceOf = ({ created_at, ip_address }: ActiveSession): Html =>
  ip_address
    ? rich('Since {time}, from {address}', { time: time(created_at), address: ip_address })
    : rich('Since {time}', { time: time(created_at) });

const time = (iso: string): Html =>
  html`<time datetime="${iso}"
    >${new Date(iso).toLocaleString(currentLanguage() === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })}
    UTC</time
  >`;

/** Browser and operating system from a user agent. */
export function deviceOf(userAgent: string | null): string {
  const named = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0];
  const browser = named({
    Edge: /Edg/,
    Opera: /OPR\//,
    Firefox: /Firefox|FxiOS/,
    Chrome: /Chrome|CriOS/,
    Safari: /Safari/,
  });
  const system = named({
    Android: /Android/,
    iPhone: /iPhone/,
    iPad: /iPad/,
    Windows: /Windows/,
    macOS: /Mac OS X|Macintosh/,
    ChromeOS: /CrOS/,
    Linux: /Linux/,
  });
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? (userAgent?.slice(0, 60) || t('An unknown browser'));
}
