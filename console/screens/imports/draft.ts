import { type Shown, suite } from '../../kit/index.js';
import type { CsvColumn } from './csv.js';
import type { Mapping } from './fields.js';
import { CSV, type Formats, systemsOf } from './systems.js';
import { t } from '../../kit/language.js';

export type Import = Shown<'FileImport'>;

/** All that a dry run is asked with. It is sent again where people change it. */
export interface Draft {
  /** The id of a system (`systemsOf`). */
  system: string;
  files: File[];
  /** The kind of the rows of another CSV, such as `task`. */
  kind: string;
  /** The columns of another CSV. */
  columns: CsvColumn[];
  time_zone: string;
  date_order: string;
  /** The fields of columns: all of another CSV, or those where the preset has others. */
  mapping: Mapping;
  /** Fields by which records are found that no import brought. */
  match_by: string[];
  /** The user, or `invite`, for people as the files name them. */
  people: Record<string, string>;
}

/** The steps of an import, as people read them. */
export const STEPS = {
  system: t('System'),
  files: t('Files'),
  match: t('Match columns'),
  people: t('People'),
  columns: t('Columns'),
  check: t('Check'),
} as const;

export type StepName = keyof typeof STEPS;

/** Whether people match the columns, because no preset does. */
export const isByHand = ({ system }: Draft): boolean => system === CSV;

export const stepsOf = (draft: Draft): StepName[] =>
  isByHand(draft) ? ['system', 'files', 'match', 'people', 'check'] : ['system', 'files', 'people', 'columns', 'check'];

/** The properties of each step. */
export interface StepProps {
  draft: Draft;
  formats: Formats;
  set: (change: Partial<Draft>) => void;
  /** Sends the files for another dry run. */
  check: (draft: Draft) => Promise<void>;
  go: (step: StepName) => void;
}

export function dryRun(draft: Draft, formats: Formats): Promise<Import> {
  const { files, mapping, match_by, people, time_zone, date_order } = draft;
  const form = new FormData();
  const given = {
    preset: presetOf(draft, formats),
    time_zone,
    date_order,
    dry_run: 'true',
    mapping: JSON.stringify(mapping),
    people: JSON.stringify(people),
  };
  for (const [name, value] of Object.entries(given)) if (value) form.set(name, value);
  for (const field of match_by) form.append('match_by', field);
  for (const file of files) form.append('file', file);
  return suite.post('/v1/imports', { body: form as never });
}

/** The preset that reads the files, where there is only one. */
function presetOf(draft: Draft, formats: Formats): string | undefined {
  if (isByHand(draft)) return formats.kinds.find(({ name }) => name === draft.kind)?.preset;
  const { presets = [] } = systemsOf(formats).find(({ id }) => id === draft.system) ?? {};
  return presets.length === 1 ? presets[0] : undefined;
}

/** Whether people were chosen whom the dry run did not know yet. */
export const hasOtherPeople = (people: Draft['people'], { people: known }: Import): boolean =>
  known.some(({ name, user_id, found_by }) =>
    name in people
      ? people[name] !== (found_by === INVITE ? INVITE : user_id)
      : found_by === 'people' || found_by === INVITE,
  );

export const INVITE = 'invite';
