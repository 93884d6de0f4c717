import { ShownOnce } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** The link of an invitation, to be handed over where there is no mail server. */
export const InviteLink = ({ value, close }: { value: string; close: () => void }) => (
  <ShownOnce
    title={t('Hand over the invitation')}
    value={value}
    label={t('the link')}
    note={t(
      'There is no mail server, so nobody gets a message. Give this link to the person: it is shown only now, and works once.',
    )}
    close={close}
  />
);
