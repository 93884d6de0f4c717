import { actionInWords } from '../words.js';
import { Id, placeOf } from '../id.js';
import { isNamed, NameOf } from '../named.js';
import { Go } from '../page.js';
import { prefixOf } from '../resources.js';
import { BeforeAfter } from './before-after.js';
import type { WrittenChange } from './try.js';
import { plural, t } from '../language.js';

/** Changes that are shown one by one; further ones are counted. */
const MAX_SHOWN = 20;

interface WrittenChangesProps {
  of: readonly WrittenChange[];
  /** Records that are links. Default: none, because a link leads away from a dialog. */
  links?: (id: string) => boolean;
}

/** Changes of records with their fields before and after, as a dry run finds them. */
export const WrittenChanges = ({ of, links = () => false }: WrittenChangesProps) => (
  <>
    {of.slice(0, MAX_SHOWN).map((change, index) => (
      <section key={index} aria-label={actionInWords(change.action)}>
        <p>
          <strong>{actionInWords(change.action)}</strong> <Name of={change} link={links(change.id)} />
        </p>
        {change.changes && Object.keys(change.changes).length > 0 && <BeforeAfter of={change.changes} />}
      </section>
    ))}
    {of.length > MAX_SHOWN && (
      <p className="soft">
        {t('And {changes}.', { changes: plural(of.length - MAX_SHOWN, '{count} more change', '{count} more changes') })}
      </p>
    )}
  </>
);

function Name({ of: { type, id, action }, link }: { of: WrittenChange; link: boolean }) {
  // A new record exists in the try alone, so nothing else knows its id.
  if (action.endsWith('.created')) return null;
  if (!isNamed(prefixOf(id) ?? '')) return link ? <Id of={id} /> : <span className="soft">{type}</span>;
  return link ? (
    <Go to={placeOf(id)}>
      <NameOf id={id} />
    </Go>
  ) : (
    <NameOf id={id} />
  );
}
