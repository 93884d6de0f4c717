/** The address of the owner whom the first start makes, until they choose theirs. It is nobody's. */
export const FIRST_OWNER = 'owner@localhost.localdomain';

/** The name of the workspace that the first start makes, until its owner says that of the company. */
export const FIRST_WORKSPACE = 'Default';
