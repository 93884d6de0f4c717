import { Checkbox } from '@mantine/core';
import { worded } from '../../kit/index.js';
import { fieldTitle } from './fields.js';
import { inSentence, t } from '../../kit/language.js';

/** Words for each `match_by`: the field by which a row finds an existing record. */
const SAME: Record<string, string> = {
  'contact.email': t('The contact has the same e-mail address'),
  'contact.external_id': t('The contact has the same number in another system'),
  'job.title': t('The job has the same title'),
  'project.name': t('The project has the same name'),
  'sprint.name': t('The sprint has the same name, in the same project'),
  'task.title': t('The task has the same title, in the same project'),
};

const sameInWords = (path: string): string =>
  SAME[path] ??
  t('{kind}: the same {field}', {
    kind: worded(path.split('.')[0]!),
    field: inSentence(fieldTitle(path)),
  });

interface MatchByProps {
  /** The fields that can be chosen. */
  of: readonly string[];
  value: readonly string[];
  onChange: (fields: string[]) => void;
}

/** Chooses the fields by which an import finds records that no import brought. */
export function MatchBy({ of, value, onChange }: MatchByProps) {
  if (!of.length) return null;
  return (
    <Checkbox.Group
      label={t('Update a record that is already here if')}
      description={t(
        'Rows without such a record become new ones. Records of an earlier import of these files are found by their ids in any case.',
      )}
      value={value.filter((field) => of.includes(field))}
      onChange={onChange}
    >
      <div className="stack" style={{ marginTop: '0.5rem' }}>
        {of.map((field) => (
          <Checkbox key={field} value={field} label={sameInWords(field)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
