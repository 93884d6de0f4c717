/** The address of the owner whom the first start makes, until they choose theirs. It is nobody's. */
export const FIRST_OWNER = 'owner@localhost.localdomain';
