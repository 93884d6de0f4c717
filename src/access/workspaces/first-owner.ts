/** Placeholder address of the first owner, until they choose theirs. */
export const FIRST_OWNER = 'owner@localhost.localdomain';

/** The name of the workspace that the first start makes, until its owner says that of the company. */
export const FIRST_WORKSPACE = 'Default';
