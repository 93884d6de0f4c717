import { Browser, cookiesOf, filledForm } from './browser.js';
import { makeUser, PASSWORD } from './people.js';
import { type RouteRequest, urlEncoded } from './sample.js';
import type { TestApp } from './test-app.js';

/** Fills in the form of a page, but leaves it to the test to send it. */
export async function filled(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  action?: string,
): Promise<RouteRequest> {
  const form = filledForm(await browser.get(path), fields, action);
  return { path: form.action, headers: cookiesOf(browser), body: urlEncoded(form.fields) };
}

/** The same by a browser that is not signed in. */
export const filledByStranger = (suite: TestApp, path: string, fields: Record<string, string>) =>
  filled(new Browser(suite.base), path, fields);

/** A form of the account page, filled in by a new user. */
export async function filledByUser(suite: TestApp, action: string, fields: Record<string, string> = {}) {
  const [browser, { email }] = [new Browser(suite.base), await makeUser(suite)];
  await browser.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
  return filled(browser, '/account', fields, action);
}
