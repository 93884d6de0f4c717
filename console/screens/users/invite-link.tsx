import { ShownOnce } from '../../kit/index.js';

/** The link of an invitation, to be handed over where there is no mail server. */
export const InviteLink = ({ value, close }: { value: string; close: () => void }) => (
  <ShownOnce
    title="Hand over the invitation"
    value={value}
    label="the link"
    note="There is no mail server, so nobody gets a message. Give this link to the person: it is shown only now, and works once."
    close={close}
  />
);
