import { type Answer, Named, WithApp, worded } from '../../kit/index.js';

/** The actor of an event, with the app that a user used. */
export const Actor = ({ of: { type, id, via } }: { of: Answer<'/v1/events/{id}'>['actor'] }) => (
  <>
    {id ? <Named of={id} /> : <span className="soft">{worded(type)}</span>} <WithApp of={via} />
  </>
);
