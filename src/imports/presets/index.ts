import { asana } from './asana.js';
import { googleContacts, hubspotContacts } from './contacts.js';
import {
  hubspotDeals,
  pipedriveDeals,
  pipedrivePersons,
  salesforceContacts,
  salesforceOpportunities,
} from './deals.js';
import { files } from './files.js';
import { jira } from './jira.js';
import { linear } from './linear.js';
import { confluence, notion, outline } from './pages.js';
import type { Preset } from './preset.js';
import { greenhouse, greenhouseJobs, lever } from './recruiting.js';
import { clockify, kimai, toggl } from './time.js';
import { trello } from './trello.js';
import { vcard } from './vcard.js';

/** Presets of other systems. The first one whose columns a header has reads the file, so narrower ones come first. */
export const PRESETS: readonly Preset[] = [
  jira,
  linear,
  asana,
  trello,
  toggl,
  clockify,
  kimai,
  hubspotDeals,
  hubspotContacts,
  pipedriveDeals,
  pipedrivePersons,
  salesforceOpportunities,
  salesforceContacts,
  googleContacts,
  vcard,
  greenhouse,
  greenhouseJobs,
  lever,
  notion,
  confluence,
  outline,
  files,
];
