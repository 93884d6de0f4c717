import { asScreen, EXTENSION_SCREENS } from '../kit/extension-screens.js';
import type { Screen } from '../kit/screen.js';
import { alertRules } from './alert-rules/index.js';
import { alerts } from './alerts/index.js';
import { apiKeys } from './api-keys/index.js';
import { archives } from './archives/index.js';
import { auditTrail } from './audit-trail/index.js';
import { backgroundWork } from './background-work/index.js';
import { boards } from './boards/index.js';
import { candidates } from './candidates/index.js';
import { contacts } from './contacts/index.js';
import { deals } from './deals/index.js';
import { documents } from './documents/index.js';
import { events } from './events/index.js';
import { extensionPage } from './extension/index.js';
import { files } from './files/index.js';
import { forecast } from './forecast/index.js';
import { groups } from './groups/index.js';
import { home } from './home/index.js';
import { identityProviders } from './identity-providers/index.js';
import { imports } from './imports/index.js';
import { inbox } from './inbox/index.js';
import { jobs } from './jobs/index.js';
import { oauthApps } from './oauth-apps/index.js';
import { overview } from './overview/index.js';
import { ownSignIn } from './own-sign-in/index.js';
import { pipelines } from './pipelines/index.js';
import { policies } from './policies/index.js';
import { projects } from './projects/index.js';
import { records } from './records/index.js';
import { retention } from './retention/index.js';
import { reviews } from './reviews/index.js';
import { roles } from './roles/index.js';
import { sessions } from './sessions/index.js';
import { settings } from './settings/index.js';
import { sheets } from './sheets/index.js';
import { signInRules } from './sign-in-rules/index.js';
import { tasks } from './tasks/index.js';
import { time } from './time/index.js';
import { users } from './users/index.js';
import { webhooks } from './webhooks/index.js';

/** Every screen of the product, in the order of the navigation. A new one is a folder and a line here. */
const ALL = [
  home,
  inbox,
  reviews,
  boards,
  contacts,
  deals,
  forecast,
  pipelines,
  jobs,
  candidates,
  projects,
  tasks,
  time,
  documents,
  files,
  sheets,
  users,
  groups,
  roles,
  sessions,
  auditTrail,
  policies,
  alerts,
  alertRules,
  retention,
  signInRules,
  identityProviders,
  ownSignIn,
  apiKeys,
  oauthApps,
  webhooks,
  events,
  overview,
  settings,
  backgroundWork,
  archives,
  imports,
  records,
] as const;

export const OF_PRODUCT: readonly Screen[] = ALL;
export const OF_EXTENSIONS: readonly Screen[] = EXTENSION_SCREENS.map(asScreen);
export const SCREENS: readonly Screen[] = [...OF_PRODUCT, ...OF_EXTENSIONS];

/** Their pages, with the types by which the router knows them. */
export const PAGES = [...ALL.flatMap(({ pages }) => [...pages]), extensionPage];
