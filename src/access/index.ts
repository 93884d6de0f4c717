export { AccessModule } from './access.module.js';
export { apiKeyCommands } from './api-keys/api-keys.cli.js';
export { ApiKeysService } from './api-keys/api-keys.service.js';
export { oauthClientCommands } from './oauth/oauth-clients.cli.js';
export { userCommands } from './passwords/passwords.cli.js';
export { PRINCIPAL_TYPES, PrincipalsPort, type PrincipalType } from './users/principals.port.js';
export { type KnownUser, UsersPort } from './users/users.port.js';
export { type NewWorkspace, Workspaces } from './workspaces/workspaces.service.js';
export { workspaceCommands } from './workspaces/workspaces.cli.js';
