import { worded } from '../words.js';

const LABELS: Record<string, string> = {
  blocked_by: 'Blocked by',
  external_id: 'Number in another system',
  initial_sheets: 'Tabs',
  display_name: 'Name',
  email: 'E-mail',
  organization_name: 'Company',
};

/** `contact_ids` → `Contacts`, `duration_seconds` → `Duration`. */
export function labelOf(name: string): string {
  if (LABELS[name]) return LABELS[name];
  return worded(name.replace(/_ids$/, 's').replace(/_seconds$/, ''));
}
