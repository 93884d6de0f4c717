// Made from the OpenAPI document by test/client.spec.ts (-u); change nothing here.

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the authorization server (RFC 8414)
         * @description Needs no credential. Tells clients how to ask for access.
         */
        get: operations["oauthMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file by its link
         * @description Needs no credential. The link is the credential: signed, and good for an hour.
         */
        get: operations["officeFileByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the process runs
         * @description Needs no credential. Says only that the process runs.
         */
        get: operations["serverLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether the server can serve
         * @description Needs no credential. Says only whether the process can serve.
         */
        get: operations["serverReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics for Prometheus
         * @description Needs no credential. Guarded by METRICS_TOKEN, or open to loopback only.
         */
        get: operations["serverMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a user for access
         * @description Users are sent here by a client. They come back to `redirect_uri` with `code`, `state` and `iss`, or with `error`.
         */
        get: operations["oauthAuthorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a token (RFC 7009)
         * @description Needs no credential. The request itself proves which client sends it.
         */
        post: operations["oauthRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or refresh token for new tokens
         * @description Needs no credential. The request itself proves which client sends it.
         */
        post: operations["oauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description Needs no credential. Says what the API is, nothing of what is in it.
         */
        get: operations["serverDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Needs the scope `access:read`.
         */
        get: operations["accessApiKeysList"];
        put?: never;
        /**
         * Create an API key
         * @description Needs the scope `access:write`.
         */
        post: operations["accessApiKeysCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Needs the scope `access:read`.
         */
        get: operations["accessApiKeysGet"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessApiKeysRevoke"];
        options?: never;
        head?: never;
        /**
         * Update an API key
         * @description Needs the scope `access:write`.
         */
        patch: operations["accessApiKeysUpdate"];
        trace?: never;
    };
    "/v1/access/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Needs the scope `access:write`.
         */
        post: operations["accessApiKeysRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Needs the scope `access:read`.
         */
        get: operations["accessGroupsList"];
        put?: never;
        /**
         * Create a group
         * @description Needs the scope `access:write`.
         */
        post: operations["accessGroupsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group
         * @description Needs the scope `access:read`.
         */
        get: operations["accessGroupsGet"];
        put?: never;
        post?: never;
        /**
         * Delete a group
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessGroupsRemove"];
        options?: never;
        head?: never;
        /**
         * Update a group
         * @description Needs the scope `access:write`.
         */
        patch: operations["accessGroupsUpdate"];
        trace?: never;
    };
    "/v1/access/groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members of a group
         * @description Needs the scope `access:read`.
         */
        get: operations["accessGroupsMembers"];
        put?: never;
        /**
         * Add members to a group
         * @description Needs the scope `access:write`.
         */
        post: operations["accessGroupsAddMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/groups/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from a group
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessGroupsRemoveMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["accessMeGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions of the signed-in user
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["accessMySessionsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of the signed-in user
         * @description Needs any credential; its scopes decide which records it sees.
         */
        delete: operations["accessMySessionsEnd"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List oauth clients
         * @description Needs the scope `access:read`.
         */
        get: operations["accessOAuthClientsList"];
        put?: never;
        /**
         * Create an oauth client
         * @description Needs the scope `access:write`.
         */
        post: operations["accessOAuthClientsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/oauth-clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an oauth client
         * @description Needs the scope `access:read`.
         */
        get: operations["accessOAuthClientsGet"];
        put?: never;
        post?: never;
        /**
         * End an OAuth client with all its grants
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessOAuthClientsRemove"];
        options?: never;
        head?: never;
        /**
         * Update an oauth client
         * @description Needs the scope `access:write`.
         */
        patch: operations["accessOAuthClientsUpdate"];
        trace?: never;
    };
    "/v1/access/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Needs the scope `access:read`.
         */
        get: operations["accessRolesList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups for provisioning
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimGroupsList"];
        put?: never;
        /**
         * Provision a group
         * @description Needs the scope `access:write`.
         */
        post: operations["accessScimGroupsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Groups/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search groups for provisioning
         * @description Needs the scope `access:write`.
         */
        post: operations["accessScimGroupsSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group for provisioning
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimGroupsGet"];
        /**
         * Replace a provisioned group
         * @description Needs the scope `access:write`.
         */
        put: operations["accessScimGroupsReplace"];
        post?: never;
        /**
         * Delete a provisioned group
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessScimGroupsRemove"];
        options?: never;
        head?: never;
        /**
         * Change a provisioned group or its members
         * @description Needs the scope `access:write`.
         */
        patch: operations["accessScimGroupsPatch"];
        trace?: never;
    };
    "/v1/access/scim/v2/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be provisioned
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimDescriptionsResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/ResourceTypes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a type of what can be provisioned
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimDescriptionsResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schemas of provisioning
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimDescriptionsSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Schemas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schema of provisioning
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimDescriptionsSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what provisioning can do
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimDescriptionsConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users for provisioning
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimUsersList"];
        put?: never;
        /**
         * Provision a user
         * @description Needs the scope `access:write`.
         */
        post: operations["accessScimUsersCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Users/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search users for provisioning
         * @description Needs the scope `access:write`.
         */
        post: operations["accessScimUsersSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/scim/v2/Users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user for provisioning
         * @description Needs the scope `access:write`.
         */
        get: operations["accessScimUsersGet"];
        /**
         * Replace a provisioned user
         * @description Needs the scope `access:write`.
         */
        put: operations["accessScimUsersReplace"];
        post?: never;
        /**
         * Delete a provisioned user for good
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessScimUsersRemove"];
        options?: never;
        head?: never;
        /**
         * Change a provisioned user
         * @description Needs the scope `access:write`.
         */
        patch: operations["accessScimUsersPatch"];
        trace?: never;
    };
    "/v1/access/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Needs the scope `access:read`.
         */
        get: operations["accessSessionsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessSessionsEnd"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Needs the scope `access:read`.
         */
        get: operations["accessUsersList"];
        put?: never;
        /**
         * Create a user
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUsersCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Needs the scope `access:read`.
         */
        get: operations["accessUsersGet"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Needs the scope `access:write`.
         */
        delete: operations["accessUsersRemove"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Needs the scope `access:write`.
         */
        patch: operations["accessUsersUpdate"];
        trace?: never;
    };
    "/v1/access/users/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a user
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUsersActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a user
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUsersDeactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a pending user again
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUsersInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a user a link to choose a new password
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUsersResetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate a user
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUsersReactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions of a user
         * @description Needs the scope `access:read`.
         */
        get: operations["accessUserSessionsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access/users/{id}/sessions/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of a user
         * @description Needs the scope `access:write`.
         */
        post: operations["accessUserSessionsEndAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Needs the scope `careers:read`.
         */
        get: operations["careersJobsList"];
        put?: never;
        /**
         * Create a job
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersJobsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job
         * @description Needs the scope `careers:read`.
         */
        get: operations["careersJobsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a job
         * @description Needs the scope `careers:write`.
         */
        patch: operations["careersJobsUpdate"];
        trace?: never;
    };
    "/v1/careers/jobs/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a draft or a closed job
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersJobsArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/jobs/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a job
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersJobsClose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/jobs/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a job off the board for a while
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersJobsPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/jobs/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a job
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersJobsPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pipelines
         * @description Needs the scope `careers:read`.
         */
        get: operations["careersPipelinesList"];
        put?: never;
        /**
         * Create a pipeline
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersPipelinesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/pipelines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pipeline
         * @description Needs the scope `careers:read`.
         */
        get: operations["careersPipelinesGet"];
        put?: never;
        post?: never;
        /**
         * Delete a pipeline
         * @description Needs the scope `careers:write`.
         */
        delete: operations["careersPipelinesRemove"];
        options?: never;
        head?: never;
        /**
         * Update a pipeline
         * @description Needs the scope `careers:write`.
         */
        patch: operations["careersPipelinesUpdate"];
        trace?: never;
    };
    "/v1/careers/pipelines/{pipeline_id}/stages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stages of a pipeline
         * @description Needs the scope `careers:read`.
         */
        get: operations["careersPipelineStagesList"];
        put?: never;
        /**
         * Stages a stage
         * @description Needs the scope `careers:write`.
         */
        post: operations["careersPipelineStagesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/pipelines/{pipeline_id}/stages/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put the stages of a pipeline into another order
         * @description Needs the scope `careers:write`.
         */
        put: operations["careersPipelineStagesReorder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/careers/stages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stage
         * @description Needs the scope `careers:read`.
         */
        get: operations["careersStagesGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a stage
         * @description Needs the scope `careers:write`.
         */
        patch: operations["careersStagesUpdate"];
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["eventsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["eventsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guard/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit logs
         * @description Needs the scope `guard:read`.
         */
        get: operations["guardAuditLogsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guard/audit-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the audit log to a file
         * @description Needs the scope `guard:read`. Counts against the smaller budget for heavy work.
         */
        post: operations["guardExportsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guard/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Needs the scope `guard:read`.
         */
        get: operations["guardExportsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guard/exports/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far an export is, and where its file is
         * @description Needs the scope `guard:read`.
         */
        get: operations["guardExportsGet"];
        put?: never;
        post?: never;
        /**
         * Cancel an export, or remove its file
         * @description Needs the scope `guard:write`.
         */
        delete: operations["guardExportsCancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guard/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how long the trail is kept
         * @description Needs the scope `guard:read`.
         */
        get: operations["guardSettingsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how long the trail is kept
         * @description Needs the scope `guard:write`.
         */
        patch: operations["guardSettingsUpdate"];
        trace?: never;
    };
    "/v1/office/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Needs the scope `office:read`.
         */
        get: operations["officeDocumentsList"];
        put?: never;
        /**
         * Create a document
         * @description Needs the scope `office:write`.
         */
        post: operations["officeDocumentsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document
         * @description Needs the scope `office:read`.
         */
        get: operations["officeDocumentsGet"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Needs the scope `office:write`.
         */
        delete: operations["officeDocumentsRemove"];
        options?: never;
        head?: never;
        /**
         * Update a document
         * @description Needs the scope `office:write`.
         */
        patch: operations["officeDocumentsUpdate"];
        trace?: never;
    };
    "/v1/office/documents/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a document
         * @description Needs the scope `office:write`.
         */
        post: operations["officeDocumentsRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Needs the scope `office:read`.
         */
        get: operations["officeFilesList"];
        put?: never;
        /**
         * Upload a file
         * @description Needs the scope `office:write`.
         */
        post: operations["officeFilesUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file
         * @description Needs the scope `office:read`.
         */
        get: operations["officeFilesGet"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Needs the scope `office:write`.
         */
        delete: operations["officeFilesRemove"];
        options?: never;
        head?: never;
        /**
         * Update a file
         * @description Needs the scope `office:write`.
         */
        patch: operations["officeFilesUpdate"];
        trace?: never;
    };
    "/v1/office/files/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a link to download a file
         * @description Needs the scope `office:read`.
         */
        get: operations["officeFilesDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/files/upload/chunked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to upload a file in parts
         * @description Needs the scope `office:write`.
         */
        post: operations["officeUploadsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/files/upload/chunked/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how far an upload is
         * @description Needs the scope `office:read`.
         */
        get: operations["officeUploadsGet"];
        put?: never;
        post?: never;
        /**
         * Give up an upload
         * @description Needs the scope `office:write`.
         */
        delete: operations["officeUploadsRemove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/files/upload/chunked/{session_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a file of the parts
         * @description Needs the scope `office:write`.
         */
        post: operations["officeUploadsComplete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/files/upload/chunked/{session_id}/parts/{part_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send a part
         * @description Needs the scope `office:write`.
         */
        put: operations["officeUploadsReceive"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/public/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a public document
         * @description Needs no credential. The owner made the document public and published it.
         */
        get: operations["officePublicDocumentsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sheets
         * @description Needs the scope `office:read`.
         */
        get: operations["officeSheetsList"];
        put?: never;
        /**
         * Create a spreadsheet
         * @description Needs the scope `office:write`.
         */
        post: operations["officeSheetsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a spreadsheet
         * @description Needs the scope `office:read`.
         */
        get: operations["officeSheetsGet"];
        put?: never;
        post?: never;
        /**
         * Delete a spreadsheet
         * @description Needs the scope `office:write`.
         */
        delete: operations["officeSheetsRemove"];
        options?: never;
        head?: never;
        /**
         * Update a spreadsheet
         * @description Needs the scope `office:write`.
         */
        patch: operations["officeSheetsUpdate"];
        trace?: never;
    };
    "/v1/office/sheets/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a spreadsheet as a file
         * @description Needs the scope `office:read`. Counts against the smaller budget for heavy work.
         */
        get: operations["officeSheetsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a spreadsheet
         * @description Needs the scope `office:write`.
         */
        post: operations["officeSheetsRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets/{id}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get values of a spreadsheet
         * @description Needs the scope `office:read`.
         */
        get: operations["officeSheetsRead"];
        /**
         * Replace values of a spreadsheet
         * @description Needs the scope `office:write`.
         */
        put: operations["officeSheetsWrite"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets/{id}/values/append": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append values of a spreadsheet
         * @description Needs the scope `office:write`.
         */
        post: operations["officeSheetsAppend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets/{id}/values/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clear values of a spreadsheet
         * @description Needs the scope `office:write`.
         */
        post: operations["officeSheetsClear"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/office/sheets/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a spreadsheet from a file
         * @description Needs the scope `office:write`. Counts against the smaller budget for heavy work.
         */
        post: operations["officeSheetsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Needs the scope `project:read`.
         */
        get: operations["projectProjectsList"];
        put?: never;
        /**
         * Create a project
         * @description Needs the scope `project:write`.
         */
        post: operations["projectProjectsCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Needs the scope `project:read`.
         */
        get: operations["projectProjectsGet"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description Needs the scope `project:write`.
         */
        delete: operations["projectProjectsRemove"];
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description Needs the scope `project:write`.
         */
        patch: operations["projectProjectsUpdate"];
        trace?: never;
    };
    "/v1/project/projects/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a project
         * @description Needs the scope `project:write`.
         */
        post: operations["projectProjectsArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/projects/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add members to a project or change their roles
         * @description Needs the scope `project:write`.
         */
        post: operations["projectProjectsAddMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/projects/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from a project
         * @description Needs the scope `project:write`.
         */
        delete: operations["projectProjectsRemoveMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/projects/{project_id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks of a project
         * @description Needs the scope `project:read`.
         */
        get: operations["projectTasksOfProjectList"];
        put?: never;
        /**
         * Tasks a task
         * @description Needs the scope `project:write`.
         */
        post: operations["projectTasksOfProjectCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how time is kept and users are reminded
         * @description Needs the scope `project:read`.
         */
        get: operations["projectSettingsGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how time is kept and users are reminded
         * @description Needs the scope `project:write`.
         */
        patch: operations["projectSettingsUpdate"];
        trace?: never;
    };
    "/v1/project/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task
         * @description Needs the scope `project:read`.
         */
        get: operations["projectTasksGet"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description Needs the scope `project:write`.
         */
        delete: operations["projectTasksRemove"];
        options?: never;
        head?: never;
        /**
         * Update a task
         * @description Needs the scope `project:write`.
         */
        patch: operations["projectTasksUpdate"];
        trace?: never;
    };
    "/v1/project/tasks/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a task
         * @description Needs the scope `project:write`.
         */
        post: operations["projectTasksRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project/tasks/{id}/subtasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a subtask
         * @description Needs the scope `project:write`.
         */
        post: operations["projectTasksAddSubtask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["webhooksList"];
        put?: never;
        /**
         * Create a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        post: operations["webhooksCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["webhooksGet"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        delete: operations["webhooksRemove"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        patch: operations["webhooksUpdate"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["webhooksDeliveriesList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Needs any credential; its scopes decide which records it sees.
         */
        get: operations["webhooksDeliveriesGet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event of a delivery once more
         * @description Needs any credential; its scopes decide which records it sees.
         */
        post: operations["webhooksDeliveriesRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send past events once more
         * @description Needs any credential; its scopes decide which records it sees. Counts against the smaller budget for heavy work.
         */
        post: operations["webhooksReplaysCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/replays/{replay_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel what is left of a replay
         * @description Needs any credential; its scopes decide which records it sees.
         */
        delete: operations["webhooksReplaysCancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        post: operations["webhooksRotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Needs any credential; its scopes decide which records it sees.
         */
        post: operations["webhooksTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "access.session.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Session revoked
         * @description Sent to webhooks that subscribed to `access.session.revoked`. The signature proves that it comes from here.
         */
        post: operations["on.access.session.revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "access.user.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * User created
         * @description Sent to webhooks that subscribed to `access.user.created`. The signature proves that it comes from here.
         */
        post: operations["on.access.user.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "access.user.deactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * User deactivated
         * @description Sent to webhooks that subscribed to `access.user.deactivated`. The signature proves that it comes from here.
         */
        post: operations["on.access.user.deactivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "careers.application.stage_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Application stage changed
         * @description Sent to webhooks that subscribed to `careers.application.stage_changed`. The signature proves that it comes from here.
         */
        post: operations["on.careers.application.stage_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "careers.application.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Application submitted
         * @description Sent to webhooks that subscribed to `careers.application.submitted`. The signature proves that it comes from here.
         */
        post: operations["on.careers.application.submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "careers.job.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Job published
         * @description Sent to webhooks that subscribed to `careers.job.published`. The signature proves that it comes from here.
         */
        post: operations["on.careers.job.published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "guard.alert.triggered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Alert triggered
         * @description Sent to webhooks that subscribed to `guard.alert.triggered`. The signature proves that it comes from here.
         */
        post: operations["on.guard.alert.triggered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "guard.audit.exported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Audit exported
         * @description Sent to webhooks that subscribed to `guard.audit.exported`. The signature proves that it comes from here.
         */
        post: operations["on.guard.audit.exported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "guard.policy.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Policy updated
         * @description Sent to webhooks that subscribed to `guard.policy.updated`. The signature proves that it comes from here.
         */
        post: operations["on.guard.policy.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "office.document.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Document created
         * @description Sent to webhooks that subscribed to `office.document.created`. The signature proves that it comes from here.
         */
        post: operations["on.office.document.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "office.document.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Document deleted
         * @description Sent to webhooks that subscribed to `office.document.deleted`. The signature proves that it comes from here.
         */
        post: operations["on.office.document.deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "office.document.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Document updated
         * @description Sent to webhooks that subscribed to `office.document.updated`. The signature proves that it comes from here.
         */
        post: operations["on.office.document.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "office.file.uploaded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * File uploaded
         * @description Sent to webhooks that subscribed to `office.file.uploaded`. The signature proves that it comes from here.
         */
        post: operations["on.office.file.uploaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.project.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Project archived
         * @description Sent to webhooks that subscribed to `project.project.archived`. The signature proves that it comes from here.
         */
        post: operations["on.project.project.archived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.task.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Task completed
         * @description Sent to webhooks that subscribed to `project.task.completed`. The signature proves that it comes from here.
         */
        post: operations["on.project.task.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "project.task.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Task created
         * @description Sent to webhooks that subscribed to `project.task.created`. The signature proves that it comes from here.
         */
        post: operations["on.project.task.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sales.contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Contact created
         * @description Sent to webhooks that subscribed to `sales.contact.created`. The signature proves that it comes from here.
         */
        post: operations["on.sales.contact.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sales.deal.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deal lost
         * @description Sent to webhooks that subscribed to `sales.deal.lost`. The signature proves that it comes from here.
         */
        post: operations["on.sales.deal.lost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sales.deal.stage_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deal stage changed
         * @description Sent to webhooks that subscribed to `sales.deal.stage_changed`. The signature proves that it comes from here.
         */
        post: operations["on.sales.deal.stage_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sales.deal.won": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deal won
         * @description Sent to webhooks that subscribed to `sales.deal.won`. The signature proves that it comes from here.
         */
        post: operations["on.sales.deal.won"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddedMembers: {
            /** @description How many of the users were no members before. */
            added: number;
            /**
             * @description The id of the group.
             * @example grp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description How many users are in the group now. */
            member_count: number;
        };
        AddMembers: {
            /**
             * @description Ids of users.
             * @example [
             *       "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
             *     ]
             */
            user_ids: string[];
        };
        AlertTriggered: {
            /**
             * @description The alert.
             * @example alr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            alert_id: string;
            /**
             * @description How many events it stands for.
             * @example 20
             */
            event_count: number;
            /**
             * @description The rule that it comes from.
             * @example rul_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            rule_id: string;
            /**
             * @description How bad it is.
             * @enum {string}
             */
            severity: "info" | "low" | "medium" | "high" | "critical";
            /**
             * @description What it says.
             * @example 20 denials from one address within an hour
             */
            title: string;
        };
        /** @description The one form of every error. */
        ApiError: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description For programs: one for each status.
                 * @enum {string}
                 */
                code: "VALIDATION_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "RESOURCE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMIT_EXCEEDED" | "INTERNAL_ERROR" | "UNAVAILABLE";
                /** @description What is wrong with the request, all of it at once. Not there where there is nothing to add. */
                details?: components["schemas"]["ErrorDetail"][];
                /** @description For people; its words may change. */
                message: string;
                /**
                 * @description `X-Request-Id` of the answer, which is in the log and the audit trail too.
                 * @example req_01jz8k3m5n7p9q1r3s5t7v9w1x
                 */
                request_id: string;
            };
        };
        ApiKey: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The user who made the key; what is made with it belongs to them.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            created_by: string;
            /**
             * Format: date-time
             * @description When it stops working; null: never.
             */
            expires_at: string | null;
            /**
             * @description The id of the api key.
             * @example key_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description How the key begins. */
            key_prefix: string;
            /** @description How the key ends. */
            last_four: string;
            /**
             * Format: date-time
             * @description When it was used last; null where it never was.
             */
            last_used_at: string | null;
            /** @description The address that it was last used from. */
            last_used_ip: string | null;
            /** @description What the key is for. */
            name: string;
            /**
             * @description The key that this one replaces.
             * @example key_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            rotated_from: string | null;
            /** @description What the key may do. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write" | "read:all" | "write:all")[];
            /**
             * @description Whether it works; `expiring` after a rotation.
             * @enum {string}
             */
            status: "active" | "expiring" | "expired" | "revoked";
        };
        ApiKeyPage: {
            /** @description The records of this page. */
            data: components["schemas"]["ApiKey"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        ApplicationForm: {
            /** @description What candidates are asked beside their name and address. */
            fields: components["schemas"]["FormField"][];
        };
        ApplicationFormInput: {
            /** @description What candidates are asked beside their name and address. Default: none. */
            fields?: components["schemas"]["FormFieldInput"][];
        };
        ApplicationStageChanged: {
            /**
             * @description The application.
             * @example app_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            application_id: string;
            /**
             * @description The stage before.
             * @example stg_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            from_stage_id: string;
            /**
             * @description The job that it is for.
             * @example job_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /**
             * @description The stage after.
             * @example stg_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            to_stage_id: string;
        };
        ApplicationSubmitted: {
            /**
             * @description The application.
             * @example app_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            application_id: string;
            /**
             * @description The job that it is for.
             * @example job_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /**
             * @description The stage that it begins in.
             * @example stg_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            stage_id: string;
        };
        Attachment: {
            /** @description The file has been deleted. */
            broken: boolean;
            /**
             * @description The file.
             * @example fil_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            file_id: string;
            /** @description Of the file; where that is gone, the name it had when it was attached. */
            name: string;
        };
        Attempt: {
            /** @description Milliseconds. */
            duration_ms: number;
            /** @description Why there was no answer. */
            error: string | null;
            /** @description The place of the attempt, from 1. */
            number: number;
            /** @description The first 2048 bytes of the answer. */
            response_body: string | null;
            /** @description The status of the answer, if any. */
            response_status: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            started_at: string;
            /**
             * @description What it was made by.
             * @enum {string}
             */
            trigger: "automatic" | "manual";
        };
        AuditActor: {
            /** @description The address of the user, as it was then; null for others. */
            email: string | null;
            /** @description The id of the user, key or client; null where there is none. */
            id: string | null;
            /**
             * @description What kind of caller it was.
             * @enum {string}
             */
            type: "user" | "api_key" | "oauth_client" | "system" | "public";
        };
        AuditedResource: {
            /** @description Null where it is about none in particular. */
            id: string | null;
            /** @description Such as office.document. */
            type: string;
        };
        AuditEntry: {
            /**
             * @description What was done: the type of the record and a verb.
             * @example office.document.deleted
             */
            action: string;
            /** @description Who did it, or tried to. */
            actor: components["schemas"]["AuditActor"];
            /** @description Changed fields with their values before (`from`) and after (`to`). Contents show a digest and their length, secrets nothing. */
            changes: {
                [key: string]: unknown;
            } | null;
            /** @description SHA-256 over `prev_hash` and the entry. */
            hash: string | null;
            /**
             * @description The id of the audit log.
             * @example evt_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description Of the connection that asked. */
            ip_address: string | null;
            /**
             * @description How it ended.
             * @enum {string}
             */
            outcome: "success" | "failure" | "denied";
            /** @description `hash` of the entry before. */
            prev_hash: string | null;
            /** @description `X-Request-Id` of the request. */
            request_id: string | null;
            /** @description What it was about. */
            resource: components["schemas"]["AuditedResource"];
            /** @description Given when the entry is sealed. */
            sequence: number | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the client called itself. */
            user_agent: string | null;
        };
        AuditEntryPage: {
            /** @description The records of this page. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        AuditExported: {
            /**
             * @description What it is written in.
             * @enum {string}
             */
            format: "csv" | "json" | "jsonl";
            /**
             * @description The export.
             * @example exp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /**
             * @description The user or API key that asked for it.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            requested_by: string;
            /**
             * @description How many entries it has.
             * @example 1250
             */
            row_count: number;
        };
        ChangedPermissions: {
            /**
             * @description Who may read it.
             * @enum {string}
             */
            visibility?: "private" | "workspace" | "public";
        };
        ClearedValues: {
            /** @description Cells that had something in them. */
            cleared_cells: number;
            /**
             * @description A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1).
             * @example Sheet1!A1:C10
             */
            cleared_range: string;
        };
        ClearValues: {
            /**
             * @description A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1).
             * @example Sheet1!A1:C10
             */
            range: string;
        };
        CloseJob: {
            /**
             * @description Why.
             * @example Position filled
             */
            close_reason?: string | null;
        };
        ContactCreated: {
            /**
             * @description The contact.
             * @example cnt_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            contact_id: string;
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string | null;
            /**
             * @description The address of the contact.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string | null;
        };
        CreateApiKey: {
            /**
             * Format: date-time
             * @description Default: never, or the end of the key that asks.
             */
            expires_at?: string | null;
            /** @description What the key is for. */
            name: string;
            /** @description What the key may do. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write" | "read:all" | "write:all")[];
        };
        CreatedDocument: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description Whether it is written, published or put aside.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
        };
        CreatedJob: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the job.
             * @example job_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description Whether candidates see it and can apply.
             * @enum {string}
             */
            status: "draft" | "published" | "paused" | "closed" | "archived";
            /**
             * @description What it is called.
             * @example Backend engineer
             */
            title: string;
        };
        CreateDocument: {
            /** @description Ids of files. Default: none. */
            attachments?: string[];
            /** @description The text, of up to 5 MiB in UTF-8. Default: empty. */
            content?: string;
            /**
             * @description What `content` is written in. Default: `html`.
             * @enum {string}
             */
            content_type?: "html" | "markdown" | "text";
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /** @description Who may read it. */
            permissions?: components["schemas"]["PermissionsInput"];
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
        };
        CreatedSheet: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the spreadsheet.
             * @example sht_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description Number of tabs. */
            sheet_count: number;
            /**
             * @description What it is called.
             * @example Budget
             */
            title: string;
        };
        CreatedUser: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /**
             * Format: email
             * @description Empty for deleted users.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description `pending` until they have a password, `active`, or `suspended`.
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
        };
        CreateExport: {
            /** @description Which entries it has, as in the list. Default: all. */
            filters?: components["schemas"]["ExportFilters"];
            /**
             * @description What the file is written in; jsonl is JSON, an entry a line. Default: `csv`.
             * @enum {string}
             */
            format?: "csv" | "json" | "jsonl";
            /** @description Whether the file is compressed with gzip. Default: `false`. */
            gzip?: boolean;
        };
        CreateGroup: {
            /** @description What the group is for. Default: empty. */
            description?: string;
            /**
             * @description Unique in the workspace, in any case.
             * @example Engineering
             */
            name: string;
            /** @description What every member gets on top of their own roles, at once. Default: none. */
            roles?: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
        };
        CreateJob: {
            /** @description What candidates are asked. */
            application_form?: components["schemas"]["ApplicationFormInput"];
            /** @description Whether candidates get a mail that their application has arrived. Default: `true`. */
            confirmation_mail?: boolean;
            /**
             * @description Which part of the company it is in.
             * @example Engineering
             */
            department?: string | null;
            /** @description HTML. Answers show what of it is safe in a page. Default: empty. */
            description?: string;
            /**
             * @description What kind of employment it is.
             * @enum {string|null}
             */
            employment_type?: "full_time" | "part_time" | "contract" | "temporary" | "internship" | null;
            /**
             * @description Where the work is done.
             * @example Berlin
             */
            location?: string | null;
            /**
             * @description The user it belongs to; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /**
             * @description Whose stages its applications go through; the default pipeline, unless a request names another.
             * @example cpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            pipeline_id?: string;
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Backend engineer
             */
            title: string;
        };
        CreateOAuthClient: {
            /** @description Shown to users who are asked for their consent. */
            name: string;
            /** @description Where users may be sent back to. */
            redirect_uris: string[];
            /** @description The most it may ask for. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write")[];
            /**
             * @description confidential: it can keep a secret.
             * @enum {string}
             */
            type: "public" | "confidential";
        };
        CreatePipeline: {
            /**
             * @description What it is called.
             * @example Hiring
             */
            name: string;
            /** @description The stages of it, in their order. Default: Applied, Screen, Interview, Offer, Hired. */
            stages?: components["schemas"]["NewStage"][];
        };
        CreateProject: {
            /** @description What it is about. Default: empty. */
            description?: string;
            /**
             * @description What it is called.
             * @example Website
             */
            name: string;
            /**
             * @description The user it belongs to, who is always a member with the role admin; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /**
             * Format: date
             * @description The day it begins.
             */
            start_date?: string | null;
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
            /**
             * Format: date
             * @description The day it is to be done; not before `start_date`.
             */
            target_date?: string | null;
            /**
             * @description The template that it was made from.
             * @example tpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            template_id?: string | null;
        };
        CreateReplay: {
            /**
             * Format: date-time
             * @description Included; at most 30 days ago.
             */
            from: string;
            /**
             * @description Which events: those whose delivery `failed`; those `missed`, which were never sent here, as after a pause; or `all`, delivered ones too. Default: `failed`.
             * @enum {string}
             */
            status?: "failed" | "missed" | "all";
            /**
             * Format: date-time
             * @description Excluded. Default: now.
             */
            to?: string;
        };
        CreateSheet: {
            /** @description The tabs. Default: Sheet1 of 1000 × 26 cells. */
            initial_sheets?: components["schemas"]["NewTab"][];
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Budget
             */
            title: string;
        };
        CreateStage: {
            /**
             * @description What it is called.
             * @example Interview
             */
            name: string;
            /**
             * @description Its place; those from there on move back by one. At the end where it is left out, or beyond the end.
             * @example 2
             */
            order?: number;
        };
        CreateTask: {
            /**
             * @description The user who is to do it; need not be a member.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id?: string | null;
            /** @description What is to be done. Default: empty. */
            description?: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_date?: string | null;
            /**
             * @description What kind of work it is. Default: none.
             * @example [
             *       "bug"
             *     ]
             */
            labels?: string[];
            /**
             * @description How much it matters. Default: `none`.
             * @enum {string}
             */
            priority?: "urgent" | "high" | "medium" | "low" | "none";
            /**
             * @description The sprint of its project that it is planned for.
             * @example spr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            sprint_id?: string | null;
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
        };
        CreateUpload: {
            /** @description Default: the type that the first bytes tell. */
            mime_type?: string;
            /** @description What the file will be called. */
            name: string;
            /** @description Default: 16 MiB, or more where there would be over 10 000 parts. */
            part_size_bytes?: number;
            /** @description Of the whole file, in hex. It is checked at the end. */
            sha256?: string;
            /** @description How many bytes the whole file has. */
            size_bytes: number;
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
        };
        CreateUser: {
            /** @description Default: the part of the address before the @. */
            display_name?: string;
            /**
             * Format: email
             * @description Unique in the workspace, in any case.
             * @example ada@example.com
             */
            email: string;
            /** @description The user's own roles; those of their groups come on top. Default: none. */
            roles?: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /** @description Send a message with which the user chooses a password. Default: true. */
            send_invite?: boolean;
        };
        CreateWebhook: {
            /** @description What it is for. Default: empty. */
            description?: string;
            /** @description Event types, `<app>.*` for all of an app, or `*` for all. */
            events: string[];
            /** @description The signing secret, 16 characters or more. Default: a new one. */
            secret?: string;
            /** @description Where events are sent: http or https; https only in production. */
            url: string;
        };
        DealLost: {
            /**
             * @description Why it was lost.
             * @example No budget this year
             */
            close_reason: string | null;
            /**
             * @description The deal.
             * @example deal_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            deal_id: string;
            /**
             * @description What it is called.
             * @example Website for Acme
             */
            title: string;
            /**
             * @description What it is worth.
             * @example 12500
             */
            value: number;
        };
        DealStageChanged: {
            /**
             * @description The deal.
             * @example deal_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            deal_id: string;
            /**
             * @description The stage before.
             * @example stg_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            from_stage_id: string;
            /**
             * @description The pipeline that the deal is in.
             * @example pip_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            pipeline_id: string;
            /**
             * @description What it is called.
             * @example Website for Acme
             */
            title: string;
            /**
             * @description The stage after.
             * @example stg_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            to_stage_id: string;
            /**
             * @description What it is worth.
             * @example 12500
             */
            value: number;
        };
        DealWon: {
            /**
             * @description The deal.
             * @example deal_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            deal_id: string;
            /**
             * @description What it is called.
             * @example Website for Acme
             */
            title: string;
            /**
             * @description What it is worth.
             * @example 12500
             */
            value: number;
        };
        Delivery: {
            /** @description How many attempts there were. */
            attempt_count: number;
            /** @description The oldest first. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * Format: date-time
             * @description When it succeeded or was given up.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The event that it carries.
             * @example evt_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            event_id: string;
            /**
             * @description The type of the event.
             * @example office.document.created
             */
            event_type: string;
            /**
             * @description The id of the delivery.
             * @example dlv_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * Format: date-time
             * @description Null once nothing more is tried by itself.
             */
            next_attempt_at: string | null;
            /**
             * @description How far it has come.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description The webhook that it goes to.
             * @example wh_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            webhook_id: string;
        };
        DeliveryItem: {
            /** @description How many attempts there were. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description When it succeeded or was given up.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The event that it carries.
             * @example evt_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            event_id: string;
            /**
             * @description The type of the event.
             * @example office.document.created
             */
            event_type: string;
            /**
             * @description The id of the delivery.
             * @example dlv_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * Format: date-time
             * @description Null once nothing more is tried by itself.
             */
            next_attempt_at: string | null;
            /**
             * @description How far it has come.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description The webhook that it goes to.
             * @example wh_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            webhook_id: string;
        };
        DeliveryItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["DeliveryItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        DocumentCreated: {
            /**
             * @description The document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            document_id: string;
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
        };
        DocumentDeleted: {
            /**
             * @description The document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            document_id: string;
            /** @description It is gone for good, not in the trash. */
            hard: boolean;
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
        };
        DocumentItem: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /**
             * @description The id of the document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * @description Whether it is written, published or put aside.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        DocumentItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["DocumentItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        DocumentUpdated: {
            /**
             * @description Names of the fields that changed.
             * @example [
             *       "title",
             *       "status"
             *     ]
             */
            changed_fields: string[];
            /**
             * @description The document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            document_id: string;
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * @description Its state after the change.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
        };
        Download: {
            /**
             * Format: date-time
             * @description An hour from now.
             */
            expires_at: string;
            /** @description Needs no credential. It answers `Range`, and `HEAD`. */
            url: string;
        };
        /** @description What is wrong with one field of a request. */
        ErrorDetail: {
            /**
             * @description - `required`: the field is missing or empty
             *     - `invalid_type`: the field has another type
             *     - `invalid_format`: the field is not of the form that it should have
             *     - `invalid_value`: the field is not among the allowed values
             *     - `too_long`: the field has too many characters
             *     - `too_short`: the field has too few characters
             *     - `too_many`: the field has too many items
             *     - `too_large`: the field has too many bytes
             *     - `out_of_range`: the field is too small, too large, too early or too late
             *     - `unknown_field`: the field is not a field of the request (only with `Prefer: handling=strict`)
             *     - `not_found`: the field names a record that does not exist
             *     - `duplicate`: the field occurs twice
             *     - `immutable`: the field cannot be changed any more
             *     - `out_of_sequence`: the field does not continue what is there
             *     - `key_reused`: the field was sent before with another request
             * @enum {string}
             */
            code: "required" | "invalid_type" | "invalid_format" | "invalid_value" | "too_long" | "too_short" | "too_many" | "too_large" | "out_of_range" | "unknown_field" | "not_found" | "duplicate" | "immutable" | "out_of_sequence" | "key_reused";
            /**
             * @description A field of the body with its path, a query parameter or a header.
             * @example candidate.email
             * @example stages[0].order
             * @example limit
             * @example Idempotency-Key
             */
            field: string;
            /** @description For people; its words may change. */
            message: string;
        };
        EventActor: {
            /** @description The id of the user, key or client; null where there is none. */
            id: string | null;
            /**
             * @description What kind of caller it was.
             * @enum {string}
             */
            type: "user" | "api_key" | "oauth_client" | "system" | "public";
        };
        Export: {
            /**
             * Format: date-time
             * @description When its file was ready.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Where the file is downloaded from, without a credential; null unless the export is completed. */
            download_url: string | null;
            /**
             * Format: date-time
             * @description When that address ends: in an hour. Every look at the export renews it.
             */
            download_url_expires_at: string | null;
            /** @description Why it failed. */
            error: string | null;
            /**
             * Format: date-time
             * @description When its file is removed.
             */
            expires_at: string | null;
            /** @description Which entries it has; empty: all. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * @description What the file is written in; jsonl is JSON, an entry a line.
             * @enum {string}
             */
            format: "csv" | "json" | "jsonl";
            /** @description Whether the file is compressed with gzip. */
            gzip: boolean;
            /**
             * @description The id of the export.
             * @example exp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /** @description The user or API key that asked for it. */
            requested_by: string;
            /** @description Entries written so far. */
            row_count: number;
            /** @description SHA-256 of the file, in hexadecimal. */
            sha256: string | null;
            /** @description Bytes of the file. */
            size_bytes: number | null;
            /**
             * @description How far it is. The file of an export that is completed is there for seven days.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";
        };
        ExportFilters: {
            /** @description A dotted name; `*` at its end matches every action that begins with it. */
            action?: string;
            /** @description The id of the caller. */
            actor_id?: string;
            /**
             * Format: date-time
             * @description Included.
             */
            from?: string;
            /**
             * @description How it ended.
             * @enum {string}
             */
            outcome?: "success" | "failure" | "denied";
            /** @description The id of the record. */
            resource_id?: string;
            /**
             * @description The type of the record.
             * @example office.document
             */
            resource_type?: string;
            /**
             * Format: date-time
             * @description Excluded.
             */
            to?: string;
        };
        ExportList: {
            /**
             * Format: date-time
             * @description When its file was ready.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Why it failed. */
            error: string | null;
            /**
             * Format: date-time
             * @description When its file is removed.
             */
            expires_at: string | null;
            /** @description Which entries it has; empty: all. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * @description What the file is written in; jsonl is JSON, an entry a line.
             * @enum {string}
             */
            format: "csv" | "json" | "jsonl";
            /** @description Whether the file is compressed with gzip. */
            gzip: boolean;
            /**
             * @description The id of the export.
             * @example exp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /** @description The user or API key that asked for it. */
            requested_by: string;
            /** @description Entries written so far. */
            row_count: number;
            /** @description SHA-256 of the file, in hexadecimal. */
            sha256: string | null;
            /** @description Bytes of the file. */
            size_bytes: number | null;
            /**
             * @description How far it is. The file of an export that is completed is there for seven days.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";
        };
        ExportListPage: {
            /** @description The records of this page. */
            data: components["schemas"]["ExportList"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        ExportStarted: {
            /**
             * @description The id of the export.
             * @example exp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /**
             * @description How far it is.
             * @enum {string}
             */
            status: "pending";
        };
        FileUploaded: {
            /**
             * @description The file.
             * @example fil_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            file_id: string;
            /**
             * @description Its media type.
             * @example application/pdf
             */
            mime_type: string;
            /**
             * @description What it is called.
             * @example plan.pdf
             */
            name: string;
            /**
             * @description How many bytes it has.
             * @example 48213
             */
            size_bytes: number;
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            uploaded_by: string;
        };
        FormField: {
            /** @description What candidates read; the name, where it is null. */
            label: string | null;
            /**
             * @description Unique in the form; answers name it.
             * @example experience
             */
            name: string;
            /** @description What can be chosen: of select and multi_select at least one, of other types none. */
            options: string[];
            /** @description No application is accepted without an answer. */
            required: boolean;
            /**
             * @description What is accepted as an answer. All are sent as texts: a number in decimals, a boolean as true or false, a date as YYYY-MM-DD, a url with http or https, a choice of multi_select as an answer of its own, a file as a part of its own.
             * @enum {string}
             */
            type: "text" | "long_text" | "email" | "phone" | "number" | "boolean" | "date" | "url" | "select" | "multi_select" | "file";
        };
        FormFieldInput: {
            /** @description What candidates read; the name, where it is null. */
            label?: string | null;
            /**
             * @description Unique in the form; answers name it.
             * @example experience
             */
            name: string;
            /** @description What can be chosen: of select and multi_select at least one, of other types none. Default: none. */
            options?: string[];
            /** @description No application is accepted without an answer. Default: `false`. */
            required?: boolean;
            /**
             * @description What is accepted as an answer. All are sent as texts: a number in decimals, a boolean as true or false, a date as YYYY-MM-DD, a url with http or https, a choice of multi_select as an answer of its own, a file as a part of its own. Default: `text`.
             * @enum {string}
             */
            type?: "text" | "long_text" | "email" | "phone" | "number" | "boolean" | "date" | "url" | "select" | "multi_select" | "file";
        };
        Group: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description What the group is for. */
            description: string;
            /**
             * @description The id of the group.
             * @example grp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description How many users are in the group. */
            member_count: number;
            /**
             * @description Unique in the workspace, in any case.
             * @example Engineering
             */
            name: string;
            /** @description What every member gets on top of their own roles, at once. */
            roles: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        GroupPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Group"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        GuardSettings: {
            /** @description Days that alerts are kept after their last change. */
            alert_retention_days: number;
            /** @description Days that entries of the audit log are kept. */
            audit_retention_days: number;
            /**
             * Format: date-time
             * @description When a lower number takes effect: seven days after it was set. Null where none is pending; until then the number before holds.
             */
            audit_retention_effective_at: string | null;
            /**
             * Format: email
             * @description Where each signed checkpoint of the audit log is sent to, so that it lies outside; null: nowhere.
             * @example ada@example.com
             */
            checkpoint_email: string | null;
            /**
             * @description Days that the files of exports are kept.
             * @example 7
             */
            export_retention_days: number;
            /**
             * Format: date-time
             * @description When a setting was last changed; null where none ever was.
             */
            updated_at: string | null;
            /** @description The user who last changed a setting; null where nobody has. */
            updated_by: string | null;
        };
        ImportedSheet: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the spreadsheet.
             * @example sht_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description Number of tabs. */
            sheet_count: number;
            /**
             * @description What it is called.
             * @example Budget
             */
            title: string;
            /** @description Formulas that cannot be computed, of which the saved value was taken, and names that were left out: the first 100. */
            warnings: components["schemas"]["ImportWarning"][];
        };
        ImportSheet: {
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
            /** @description Default: the name of the file. */
            title?: string;
            /**
             * @description For CSV: user_entered reads numbers, percentages, currency, booleans and dates; raw keeps all as text. Default: `user_entered`.
             * @enum {string}
             */
            value_input?: "raw" | "user_entered";
        };
        ImportWarning: {
            /**
             * @description The cell with the formula, with its tab.
             * @example Data!B2
             */
            cell?: string;
            /**
             * @description The name, where it is one that was left out.
             * @example Prices
             */
            name?: string;
            /** @description Why the formula cannot be computed, or the name not be kept. */
            reason: string;
        };
        Job: {
            /** @description What candidates are asked. */
            application_form: components["schemas"]["ApplicationForm"];
            /** @description Where it was published last; empty, where it never was. */
            channels: ("careers_site" | "external_network")[];
            /**
             * @description Why it was closed.
             * @example Position filled
             */
            close_reason: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null where it is open.
             */
            closed_at: string | null;
            /** @description Whether candidates get a mail that their application has arrived. */
            confirmation_mail: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description Which part of the company it is in.
             * @example Engineering
             */
            department: string | null;
            /** @description HTML. Answers show what of it is safe in a page. */
            description: string;
            /**
             * @description What kind of employment it is.
             * @enum {string|null}
             */
            employment_type: "full_time" | "part_time" | "contract" | "temporary" | "internship" | null;
            /**
             * @description The id of the job.
             * @example job_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description Where the work is done.
             * @example Berlin
             */
            location: string | null;
            /**
             * @description The user it belongs to; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * @description Whose stages its applications go through; the default pipeline, unless a request names another.
             * @example cpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            pipeline_id: string;
            /**
             * Format: date-time
             * @description When it was published last.
             */
            published_at: string | null;
            /** @description Grows by one with every change. */
            revision: number;
            /**
             * @description Whether candidates see it and can apply.
             * @enum {string}
             */
            status: "draft" | "published" | "paused" | "closed" | "archived";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * @description What it is called.
             * @example Backend engineer
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        JobItem: {
            /** @description Where it was published last; empty, where it never was. */
            channels: ("careers_site" | "external_network")[];
            /**
             * @description Why it was closed.
             * @example Position filled
             */
            close_reason: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null where it is open.
             */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description Which part of the company it is in.
             * @example Engineering
             */
            department: string | null;
            /**
             * @description What kind of employment it is.
             * @enum {string|null}
             */
            employment_type: "full_time" | "part_time" | "contract" | "temporary" | "internship" | null;
            /**
             * @description The id of the job.
             * @example job_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description Where the work is done.
             * @example Berlin
             */
            location: string | null;
            /**
             * @description The user it belongs to; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * @description Whose stages its applications go through; the default pipeline, unless a request names another.
             * @example cpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            pipeline_id: string;
            /**
             * Format: date-time
             * @description When it was published last.
             */
            published_at: string | null;
            /**
             * @description Whether candidates see it and can apply.
             * @enum {string}
             */
            status: "draft" | "published" | "paused" | "closed" | "archived";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * @description What it is called.
             * @example Backend engineer
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        JobItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["JobItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        JobPublished: {
            /**
             * @description Where it is published.
             * @example [
             *       "careers_site"
             *     ]
             */
            channels: ("careers_site" | "external_network")[];
            /**
             * @description The job.
             * @example job_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            job_id: string;
            /**
             * @description What it is called.
             * @example Backend engineer
             */
            title: string;
        };
        LastSession: {
            /**
             * @description How the user signed in; `oauth` for a grant to a client.
             * @enum {string}
             */
            auth_method: "password" | "sso" | "oauth" | "magic_link" | "impersonation";
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the session.
             * @example ses_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The address that it began from. */
            ip_address: string | null;
            /**
             * Format: date-time
             * @description Kept to within a minute.
             */
            last_active_at: string;
            /**
             * @description Whether it still works.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description What the browser or client called itself. */
            user_agent: string | null;
        };
        Me: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /** @description The user's own and those of their groups. They give nothing unless the user is active. */
            effective_roles: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /**
             * Format: email
             * @description Empty for deleted users.
             * @example ada@example.com
             */
            email: string;
            /** @description The groups that the user is in. */
            groups: components["schemas"]["UserGroup"][];
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The session that was used last; null where there is none. */
            last_session: components["schemas"]["LastSession"] | null;
            /** @description The user's own roles; those of their groups come on top. */
            roles: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /** @description What the credential may do: what was agreed to, as far as the roles give it today. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write")[];
            /**
             * @description `pending` until they have a password, `active`, or `suspended`.
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        Member: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /**
             * Format: email
             * @description Empty for deleted users.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description `pending` until they have a password, `active`, or `suspended`.
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
        };
        MemberPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Member"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        Message: {
            /**
             * @description The message is written down and goes out as soon as the mail server takes it.
             * @enum {string}
             */
            status: "sent";
        };
        NewApiKey: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The user who made the key; what is made with it belongs to them.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            created_by: string;
            /**
             * Format: date-time
             * @description When it stops working; null: never.
             */
            expires_at: string | null;
            /**
             * @description The id of the api key.
             * @example key_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The key. It is shown once. */
            key: string;
            /** @description How the key begins. */
            key_prefix: string;
            /** @description How the key ends. */
            last_four: string;
            /**
             * Format: date-time
             * @description When it was used last; null where it never was.
             */
            last_used_at: string | null;
            /** @description The address that it was last used from. */
            last_used_ip: string | null;
            /** @description What the key is for. */
            name: string;
            /**
             * @description The key that this one replaces.
             * @example key_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            rotated_from: string | null;
            /** @description What the key may do. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write" | "read:all" | "write:all")[];
            /**
             * @description Whether it works; `expiring` after a rotation.
             * @enum {string}
             */
            status: "active" | "expiring" | "expired" | "revoked";
        };
        NewMember: {
            /**
             * @description What they may do beyond the rights of their own roles. admin: change all of the project; member: its tasks and their own time; viewer: nothing. Default: `member`.
             * @enum {string}
             */
            role?: "admin" | "member" | "viewer";
            /**
             * @description The user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            user_id: string;
        };
        NewOAuthClient: {
            /**
             * @description The id of the client.
             * @example cli_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            client_id: string;
            /** @description Of a confidential client. It is shown once. */
            client_secret?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Shown to users who are asked for their consent. */
            name: string;
            /** @description Where users may be sent back to. */
            redirect_uris: string[];
            /** @description The most it may ask for. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write")[];
            /**
             * @description confidential: it can keep a secret.
             * @enum {string}
             */
            type: "public" | "confidential";
        };
        NewStage: {
            /**
             * @description What it is called.
             * @example Interview
             */
            name: string;
        };
        NewTab: {
            /** @description How many columns it has. Default: `26`. */
            columns?: number;
            /** @description What the tab is called: unique in the sheet, in any case. */
            name: string;
            /** @description How many rows it has. Default: `1000`. */
            rows?: number;
        };
        NewWebhook: {
            /** @description Failed attempts since the last successful one. */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description What it is for. */
            description: string;
            /** @description Event types, `<app>.*` for all of an app, or `*` for all. */
            events: string[];
            /**
             * @description The id of the webhook.
             * @example wh_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * Format: date-time
             * @description When an attempt last failed.
             */
            last_failure_at: string | null;
            /**
             * Format: date-time
             * @description Exact to ten seconds.
             */
            last_success_at: string | null;
            /**
             * @description Why it is paused.
             * @enum {string|null}
             */
            paused_reason: "manual" | "failing" | "gone" | null;
            /** @description The signing secret. It is shown once. */
            secret: string;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Where events are sent: http or https; https only in production. */
            url: string;
        };
        OAuthClient: {
            /**
             * @description The id of the client.
             * @example cli_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            client_id: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Shown to users who are asked for their consent. */
            name: string;
            /** @description Where users may be sent back to. */
            redirect_uris: string[];
            /** @description The most it may ask for. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write")[];
            /**
             * @description confidential: it can keep a secret.
             * @enum {string}
             */
            type: "public" | "confidential";
        };
        OAuthClientPage: {
            /** @description The records of this page. */
            data: components["schemas"]["OAuthClient"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        OfficeDocument: {
            /** @description Files that belong to it. */
            attachments: components["schemas"]["Attachment"][];
            /** @description The text, of up to 5 MiB in UTF-8. */
            content: string;
            /**
             * @description What `content` is written in.
             * @enum {string}
             */
            content_type: "html" | "markdown" | "text";
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /**
             * @description The id of the document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /** @description Who may read it. */
            permissions: components["schemas"]["OfficePermissions"];
            /**
             * Format: date-time
             * @description When it is removed for good.
             */
            purge_at: string | null;
            /** @description Grows by one with every change. */
            revision: number;
            /**
             * @description Whether it is written, published or put aside.
             * @enum {string}
             */
            status: "draft" | "published" | "archived";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /**
             * @description The user behind the last change; null after one by the system.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            updated_by: string | null;
        };
        OfficeFile: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the file.
             * @example fil_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description Its media type: the one that was sent with it or, where none was, the one that its first bytes tell.
             * @example application/pdf
             */
            mime_type: string;
            /**
             * @description What it is called.
             * @example plan.pdf
             */
            name: string;
            /** @description Grows by one with every change. */
            revision: number;
            /** @description Of the bytes, in hex; null where they came in parts and the session named no hash. */
            sha256: string | null;
            /** @description How many bytes it has. */
            size_bytes: number;
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            uploaded_by: string;
        };
        OfficeFilePage: {
            /** @description The records of this page. */
            data: components["schemas"]["OfficeFile"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        OfficePermissions: {
            /**
             * @description private: the owner and admins. workspace: everybody with office:read. public: also without a credential once published.
             * @enum {string}
             */
            visibility: "private" | "workspace" | "public";
        };
        OrderStages: {
            /** @description The ids of all stages of the pipeline, in their new order. */
            stage_ids: string[];
        };
        /** @description Where a page stands in its list. */
        PageMeta: {
            /** @description There is a next page. */
            has_more: boolean;
            /** @description `cursor` of the next page, or null on the last. */
            next_cursor: string | null;
            /** @description Records that the filters let through, on all pages, as there were when the first page was read. */
            total: number;
        };
        Part: {
            /**
             * Format: date-time
             * @description When the upload ends, unless another part comes.
             */
            expires_at: string;
            /** @description The part that is to come next. */
            next_part_number: number;
            /** @description The place of the part, from 1. */
            part_number: number;
            /** @description How many bytes of the file have come so far. */
            received_bytes: number;
            /**
             * @description The upload.
             * @example upl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            session_id: string;
            /** @description Of the part, in hex. */
            sha256: string;
            /** @description How many bytes the part has. */
            size_bytes: number;
        };
        PermissionsInput: {
            /**
             * @description private: the owner and admins. workspace: everybody with office:read. public: also without a credential once published. Default: `private`.
             * @enum {string}
             */
            visibility?: "private" | "workspace" | "public";
        };
        Pipeline: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the pipeline.
             * @example cpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description Jobs that name no pipeline get this one. One of a workspace is the default. */
            is_default: boolean;
            /**
             * @description What it is called.
             * @example Hiring
             */
            name: string;
            /** @description Grows by one with every change. */
            revision: number;
            /** @description Its stages in their order. */
            stages: components["schemas"]["Stage"][];
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        PipelinePage: {
            /** @description The records of this page. */
            data: components["schemas"]["Pipeline"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        PolicyUpdated: {
            /**
             * @description Changed fields with their values before (`from`) and after (`to`).
             * @example {
             *       "status": {
             *         "from": "inactive",
             *         "to": "active"
             *       }
             *     }
             */
            changes: {
                [key: string]: unknown;
            };
            /**
             * @description What it is called.
             * @example No exports for contractors
             */
            name: string;
            /**
             * @description The policy.
             * @example pol_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            policy_id: string;
            /**
             * @description Whether it is in force.
             * @enum {string}
             */
            status: "active" | "inactive";
        };
        Project: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description What it is about. */
            description: string;
            /**
             * @description The id of the project.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description Who works on it. */
            members: components["schemas"]["ProjectMember"][];
            /**
             * @description What it is called.
             * @example Website
             */
            name: string;
            /**
             * @description The user it belongs to, who is always a member with the role admin; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /** @description Grows by one with every change. */
            revision: number;
            /**
             * Format: date
             * @description The day it begins.
             */
            start_date: string | null;
            /**
             * @description Where it stands. Nothing in an archived project can be changed.
             * @enum {string}
             */
            status: "planning" | "active" | "on_hold" | "completed" | "archived";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * Format: date
             * @description The day it is to be done; not before `start_date`.
             */
            target_date: string | null;
            /**
             * @description The template that it was made from.
             * @example tpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            template_id: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        ProjectAddMembers: {
            /** @description Who joins, or gets another role. */
            members: components["schemas"]["NewMember"][];
        };
        ProjectArchived: {
            /**
             * @description What it is called.
             * @example Website
             */
            name: string;
            /**
             * @description The project.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            project_id: string;
        };
        ProjectItem: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The id of the project.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description What it is called.
             * @example Website
             */
            name: string;
            /**
             * @description The user it belongs to, who is always a member with the role admin; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * Format: date
             * @description The day it begins.
             */
            start_date: string | null;
            /**
             * @description Where it stands. Nothing in an archived project can be changed.
             * @enum {string}
             */
            status: "planning" | "active" | "on_hold" | "completed" | "archived";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * Format: date
             * @description The day it is to be done; not before `start_date`.
             */
            target_date: string | null;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        ProjectItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["ProjectItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        ProjectMember: {
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /**
             * @description What they may do in the project.
             * @enum {string}
             */
            role: "admin" | "member" | "viewer";
            /**
             * @description The user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            user_id: string;
        };
        ProjectUpdateSettings: {
            /** @description Days after which a completed project is archived. Null: never. */
            auto_archive_days?: number | null;
            /**
             * @description Of hourly rates and amounts, by ISO 4217.
             * @example EUR
             */
            currency?: string;
            /** @description Days before the due date of an open task that its assignee is reminded by mail. Null: never. */
            due_reminder_days?: number | null;
            /**
             * Format: date
             * @description Time entries before this date can no longer be logged, changed or deleted. Null: all of them can.
             */
            time_locked_before?: string | null;
            /**
             * @description How time reports round the duration of each entry. What is logged stays exact.
             * @enum {string}
             */
            time_rounding?: "none" | "up" | "down" | "nearest";
            /** @description Minutes that durations are rounded to a multiple of. */
            time_rounding_minutes?: number;
            /** @description Hours after which users are reminded by mail that their timer runs. Null: never. */
            timer_reminder_hours?: number | null;
        };
        PublicDocument: {
            /** @description The text, of up to 5 MiB in UTF-8. */
            content: string;
            /**
             * @description What `content` is written in.
             * @enum {string}
             */
            content_type: "html" | "markdown" | "text";
            /**
             * @description The id of the document.
             * @example doc_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description What it is called.
             * @example Plan
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        PublishJob: {
            /** @description Where it is shown. They take the place of those it was published on before. Default: `["careers_site"]`. */
            channels?: ("careers_site" | "external_network")[];
        };
        Replay: {
            /** @description Events that will be sent. */
            count: number;
            /**
             * @description The id of the replay.
             * @example rpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            replay_id: string;
        };
        RevokedSessions: {
            /** @description How many sessions ended. */
            revoked: number;
        };
        Role: {
            /** @description What the role is for. */
            description: string;
            /**
             * @description The app and the level.
             * @example office:editor
             */
            name: string;
            /** @description The scopes that it gives. */
            scopes: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write" | "read:all" | "write:all")[];
        };
        RolePage: {
            /** @description The records of this page. */
            data: components["schemas"]["Role"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        RotateApiKey: {
            /** @description Seconds for which the old key goes on working. Default: `86400`. */
            grace_period_seconds?: number;
        };
        RotatedWebhook: {
            /** @description Failed attempts since the last successful one. */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description What it is for. */
            description: string;
            /** @description Event types, `<app>.*` for all of an app, or `*` for all. */
            events: string[];
            /**
             * @description The id of the webhook.
             * @example wh_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * Format: date-time
             * @description When an attempt last failed.
             */
            last_failure_at: string | null;
            /**
             * Format: date-time
             * @description Exact to ten seconds.
             */
            last_success_at: string | null;
            /**
             * @description Why it is paused.
             * @enum {string|null}
             */
            paused_reason: "manual" | "failing" | "gone" | null;
            /**
             * Format: date-time
             * @description Until then the old secret signs as well. Null: it does not.
             */
            previous_secret_expires_at: string | null;
            /** @description The signing secret. It is shown once. */
            secret: string;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Where events are sent: http or https; https only in production. */
            url: string;
        };
        RotateSecret: {
            /** @description Seconds for which the old secret signs as well. Default: `86400`. */
            grace_period_seconds?: number;
        };
        ScimAttribute: {
            /**
             * @description What it is called.
             * @example userName
             */
            name: string;
            /**
             * @description What its values are.
             * @example string
             */
            type: string;
        };
        ScimAuthentication: {
            /** @description How it is sent. */
            description: string;
            /** @description What it is called. */
            name: string;
            /** @description Whether it is the preferred one. */
            primary: boolean;
            /**
             * @description The kind of credential.
             * @example oauthbearertoken
             */
            type: string;
        };
        ScimConfig: {
            /** @description How to authenticate. */
            authenticationSchemes: components["schemas"]["ScimAuthentication"][];
            /** @description Whether bulk requests work. */
            bulk: {
                [key: string]: unknown;
            };
            /** @description Whether passwords can be set. */
            changePassword: {
                [key: string]: unknown;
            };
            /** @description Where this is described. */
            documentationUri: string;
            /** @description Whether ETags work. */
            etag: {
                [key: string]: unknown;
            };
            /** @description Whether filters work, and for how many results. */
            filter: {
                [key: string]: unknown;
            };
            /** @description Facts about the record. */
            meta: {
                [key: string]: unknown;
            };
            /** @description Whether PATCH works. */
            patch: {
                [key: string]: unknown;
            };
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"
             *     ]
             */
            schemas: string[];
            /** @description Whether lists can be sorted. */
            sort: {
                [key: string]: unknown;
            };
        };
        ScimEmail: {
            /** @description Always true: there is one. */
            primary: boolean;
            /**
             * @description Always `work`.
             * @enum {string}
             */
            type: "work";
            /**
             * Format: email
             * @description The address.
             * @example ada@example.com
             */
            value: string;
        };
        ScimError: {
            /** @description What is wrong, for people. */
            detail: string;
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:Error"
             *     ]
             */
            schemas: string[];
            /**
             * @description A word of RFC 7644 for what is wrong.
             * @example uniqueness
             */
            scimType?: string;
            /**
             * @description The status of the answer.
             * @example 409
             */
            status: string;
        };
        ScimGroup: {
            /** @description What the group is called. */
            displayName: string;
            /** @description The id at the identity provider. */
            externalId?: string;
            /**
             * @description The id of the group.
             * @example grp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The users in the group. */
            members: components["schemas"]["ScimMember"][];
            /** @description Facts about the record. */
            meta: components["schemas"]["ScimMeta"];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:Group"
             *     ]
             */
            schemas: string[];
        };
        ScimGroupBody: {
            /** @description What the group is called. */
            displayName: string;
            /** @description The id at the identity provider. */
            externalId?: string;
            /** @description All members. */
            members?: components["schemas"]["ScimMemberInput"][];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:Group"
             *     ]
             */
            schemas: string[];
        };
        ScimGroupList: {
            /** @description How many are here. */
            itemsPerPage: number;
            /** @description The groups. */
            Resources: components["schemas"]["ScimGroup"][];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            /** @description The place of the first one here, from 1. */
            startIndex: number;
            /** @description How many there are in all. */
            totalResults: number;
        };
        ScimGroupRef: {
            /** @description What it is called. */
            display: string;
            /**
             * @description Always `direct`.
             * @enum {string}
             */
            type: "direct";
            /**
             * @description The id of the group.
             * @example grp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            value: string;
        };
        ScimMember: {
            /** @description The name of the user. */
            display: string;
            /**
             * @description Always `User`.
             * @enum {string}
             */
            type: "User";
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            value: string;
        };
        ScimMemberInput: {
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            value: string;
        };
        ScimMeta: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            lastModified: string;
            /** @description Its address. */
            location: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            resourceType: "User" | "Group";
            /**
             * @description Its ETag.
             * @example W/"3"
             */
            version: string;
        };
        ScimName: {
            /** @description The last name. */
            familyName?: string;
            /** @description The whole name. */
            formatted: string;
            /** @description The first name. */
            givenName?: string;
        };
        ScimNameInput: {
            /** @description The last name. */
            familyName?: string;
            /** @description Stands in for displayName where that is missing. */
            formatted?: string;
            /** @description The first name. */
            givenName?: string;
        };
        ScimOperation: {
            /**
             * @description In any case.
             * @enum {string}
             */
            op: "add" | "remove" | "replace";
            /**
             * @description The attribute. Default: those that `value` names.
             * @example active
             */
            path?: string;
            /** @description Of any type that suits the path. */
            value?: {
                [key: string]: unknown;
            };
        };
        ScimPatchBody: {
            /** @description What to change, in order. */
            Operations: components["schemas"]["ScimOperation"][];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:PatchOp"
             *     ]
             */
            schemas: string[];
        };
        ScimResourceType: {
            /** @description What it is. */
            description: string;
            /**
             * @description Where its resources are, behind the base address.
             * @example /Users
             */
            endpoint: string;
            /**
             * @description The id of the type.
             * @example User
             */
            id: string;
            /** @description Facts about the record. */
            meta: {
                [key: string]: unknown;
            };
            /**
             * @description What it is called.
             * @example User
             */
            name: string;
            /**
             * @description The schema of its resources.
             * @example urn:ietf:params:scim:schemas:core:2.0:User
             */
            schema: string;
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:ResourceType"
             *     ]
             */
            schemas: string[];
        };
        ScimResourceTypeList: {
            /** @description How many are here. */
            itemsPerPage: number;
            /** @description The types. */
            Resources: components["schemas"]["ScimResourceType"][];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            /** @description The place of the first one here, from 1. */
            startIndex: number;
            /** @description How many there are in all. */
            totalResults: number;
        };
        ScimSchema: {
            /** @description With what else RFC 7643 says of an attribute. */
            attributes: components["schemas"]["ScimAttribute"][];
            /** @description What it is of. */
            description: string;
            /**
             * @description The id of the schema.
             * @example urn:ietf:params:scim:schemas:core:2.0:User
             */
            id: string;
            /** @description Facts about the record. */
            meta: {
                [key: string]: unknown;
            };
            /**
             * @description What it is called.
             * @example User
             */
            name: string;
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:Schema"
             *     ]
             */
            schemas: string[];
        };
        ScimSchemaList: {
            /** @description How many are here. */
            itemsPerPage: number;
            /** @description The schemas. */
            Resources: components["schemas"]["ScimSchema"][];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            /** @description The place of the first one here, from 1. */
            startIndex: number;
            /** @description How many there are in all. */
            totalResults: number;
        };
        ScimSearch: {
            /** @description Show only these attributes, beside `id` and `schemas`. */
            attributes?: string[];
            /** @description Resources in the answer. 0: only their number. Default: `100`. */
            count?: number;
            /** @description Show all but these attributes. */
            excludedAttributes?: string[];
            /**
             * @description Comparisons with `eq`, joined by `and`.
             * @example userName eq "ada@example.com"
             */
            filter?: string;
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
             *     ]
             */
            schemas: string[];
            /** @description An attribute. */
            sortBy?: string;
            /**
             * @description Which end comes first. Default: `ascending`.
             * @enum {string}
             */
            sortOrder?: "ascending" | "descending";
            /** @description The place of the first resource, from 1. Default: `1`. */
            startIndex?: number;
        };
        ScimUser: {
            /** @description False for suspended users. */
            active: boolean;
            /** @description The name that is shown. */
            displayName: string;
            /** @description The e-mail address once more. */
            emails: components["schemas"]["ScimEmail"][];
            /** @description The id at the identity provider. */
            externalId?: string;
            /** @description The groups that the user is in. */
            groups: components["schemas"]["ScimGroupRef"][];
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description Facts about the record. */
            meta: components["schemas"]["ScimMeta"];
            /** @description The name in parts. */
            name: components["schemas"]["ScimName"];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:User"
             *     ]
             */
            schemas: string[];
            /**
             * Format: email
             * @description The e-mail address with which the user signs in.
             * @example ada@example.com
             */
            userName: string;
        };
        ScimUserBody: {
            /** @description Default of a new user: true. */
            active?: boolean;
            /** @description The name that is shown. */
            displayName?: string;
            /** @description The id at the identity provider. */
            externalId?: string;
            /** @description The name in parts. */
            name?: components["schemas"]["ScimNameInput"];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:schemas:core:2.0:User"
             *     ]
             */
            schemas: string[];
            /**
             * Format: email
             * @description The e-mail address with which the user signs in.
             * @example ada@example.com
             */
            userName: string;
        };
        ScimUserList: {
            /** @description How many are here. */
            itemsPerPage: number;
            /** @description The users. */
            Resources: components["schemas"]["ScimUser"][];
            /**
             * @description What it is, as RFC 7643 and 7644 name it.
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            /** @description The place of the first one here, from 1. */
            startIndex: number;
            /** @description How many there are in all. */
            totalResults: number;
        };
        Session: {
            /**
             * @description How the user signed in; `oauth` for a grant to a client.
             * @enum {string}
             */
            auth_method: "password" | "sso" | "oauth" | "magic_link" | "impersonation";
            /**
             * @description The OAuth client, for grants.
             * @example cli_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            client_id: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description It is the session of the credential that asks. */
            current: boolean;
            /**
             * Format: date-time
             * @description When it was revoked, or expired.
             */
            ended_at: string | null;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expires_at: string;
            /**
             * @description The id of the session.
             * @example ses_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The address that it began from. */
            ip_address: string | null;
            /**
             * Format: date-time
             * @description Kept to within a minute.
             */
            last_active_at: string;
            /**
             * @description Whether it still works.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description What the browser or client called itself. */
            user_agent: string | null;
            /**
             * @description The user who is signed in.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            user_id: string;
        };
        SessionPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Session"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        SessionRevoked: {
            /**
             * @description Why it ended.
             * @enum {string}
             */
            reason: "revoked" | "signed_out" | "user_deactivated" | "user_deleted" | "password_changed" | "token_revoked" | "token_reused" | "client_revoked";
            /**
             * @description The session.
             * @example ses_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            session_id: string;
            /**
             * @description The user who was signed in.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            user_id: string;
        };
        Settings: {
            /** @description Days after which a completed project is archived. Null: never. */
            auto_archive_days: number | null;
            /**
             * @description Of hourly rates and amounts, by ISO 4217.
             * @example EUR
             */
            currency: string;
            /** @description Days before the due date of an open task that its assignee is reminded by mail. Null: never. */
            due_reminder_days: number | null;
            /**
             * Format: date
             * @description Time entries before this date can no longer be logged, changed or deleted. Null: all of them can.
             */
            time_locked_before: string | null;
            /**
             * @description How time reports round the duration of each entry. What is logged stays exact.
             * @enum {string}
             */
            time_rounding: "none" | "up" | "down" | "nearest";
            /** @description Minutes that durations are rounded to a multiple of. */
            time_rounding_minutes: number;
            /** @description Hours after which users are reminded by mail that their timer runs. Null: never. */
            timer_reminder_hours: number | null;
        };
        Sheet: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /**
             * @description The id of the spreadsheet.
             * @example sht_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /**
             * Format: date-time
             * @description When it is removed for good.
             */
            purge_at: string | null;
            /** @description Grows by one with every change. */
            revision: number;
            /** @description Number of tabs. */
            sheet_count: number;
            /** @description The tabs in order. */
            sheets: components["schemas"]["Tab"][];
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * @description What it is called.
             * @example Budget
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        SheetItem: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /**
             * @description The id of the spreadsheet.
             * @example sht_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id: string;
            /** @description Number of tabs. */
            sheet_count: number;
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /**
             * @description What it is called.
             * @example Budget
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        SheetItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["SheetItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        Stage: {
            /**
             * @description The id of the stage.
             * @example stg_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description What it is called.
             * @example Interview
             */
            name: string;
            /**
             * @description Its place in the pipeline, from 1.
             * @example 1
             */
            order: number;
            /**
             * @description The pipeline that it belongs to.
             * @example cpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            pipeline_id: string;
        };
        StageList: {
            /** @description In their order. */
            data: components["schemas"]["Stage"][];
        };
        StagePage: {
            /** @description The records of this page. */
            data: components["schemas"]["Stage"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        Subtask: {
            /**
             * @description The user who is to do it; need not be a member.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id: string | null;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_date: string | null;
            /**
             * @description The id of the task.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description How much it matters.
             * @enum {string}
             */
            priority: "urgent" | "high" | "medium" | "low" | "none";
            /**
             * @description Its place on the board: tasks sorted by this text stand in their order.
             * @example j0gCQeTqPyz
             */
            rank: string;
            /**
             * @description How far it is. Any state can follow any other.
             * @enum {string}
             */
            status: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
        };
        SuiteEvent: {
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /**
             * @description The id of the event.
             * @example evt_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description By type: see the webhooks of this document. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Grows within the workspace. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What happened: the type of the record and a verb.
             * @example office.document.created
             */
            type: string;
            /**
             * @description The workspace in which it happened.
             * @example ws_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            workspace_id: string;
        };
        SuiteEventPage: {
            /** @description The records of this page. */
            data: components["schemas"]["SuiteEvent"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        Tab: {
            /** @description How many columns it has. */
            columns: number;
            /**
             * @description What the tab is called.
             * @example Sheet1
             */
            name: string;
            /** @description How many rows it has. */
            rows: number;
        };
        Task: {
            /**
             * @description The user who is to do it; need not be a member.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When it became done; null where it is not.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /** @description What is to be done. */
            description: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_date: string | null;
            /**
             * @description The id of the task.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description What kind of work it is.
             * @example [
             *       "bug"
             *     ]
             */
            labels: string[];
            /**
             * @description The task that it is a subtask of; null where it is none.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            parent_id: string | null;
            /**
             * @description How much it matters.
             * @enum {string}
             */
            priority: "urgent" | "high" | "medium" | "low" | "none";
            /**
             * @description The project that it is part of.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            project_id: string;
            /**
             * Format: date-time
             * @description When it is removed for good.
             */
            purge_at: string | null;
            /**
             * @description Its place on the board: tasks sorted by this text stand in their order.
             * @example j0gCQeTqPyz
             */
            rank: string;
            /** @description Grows by one with every change. */
            revision: number;
            /**
             * @description The sprint of its project that it is planned for.
             * @example spr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            sprint_id: string | null;
            /**
             * @description How far it is. Any state can follow any other.
             * @enum {string}
             */
            status: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            /** @description Its subtasks, in the order of their ranks. */
            subtasks: components["schemas"]["Subtask"][];
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /** @description Seconds of all time entries of it. */
            time_spent_seconds: number;
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        TaskCompleted: {
            /**
             * @description The user who is to do it; null where nobody is.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When it was completed.
             */
            completed_at: string;
            /**
             * @description The project that it is part of.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            project_id: string;
            /**
             * @description The task.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            task_id: string;
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
        };
        TaskCreated: {
            /**
             * @description The user who is to do it; null where nobody is.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id: string | null;
            /**
             * @description The project that it is part of.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            project_id: string;
            /**
             * @description The task.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            task_id: string;
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
        };
        TaskItem: {
            /**
             * @description The user who is to do it; need not be a member.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When it became done; null where it is not.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_date: string | null;
            /**
             * @description The id of the task.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description What kind of work it is.
             * @example [
             *       "bug"
             *     ]
             */
            labels: string[];
            /**
             * @description The task that it is a subtask of; null where it is none.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            parent_id: string | null;
            /**
             * @description How much it matters.
             * @enum {string}
             */
            priority: "urgent" | "high" | "medium" | "low" | "none";
            /**
             * @description The project that it is part of.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            project_id: string;
            /**
             * @description Its place on the board: tasks sorted by this text stand in their order.
             * @example j0gCQeTqPyz
             */
            rank: string;
            /**
             * @description The sprint of its project that it is planned for.
             * @example spr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            sprint_id: string | null;
            /**
             * @description How far it is. Any state can follow any other.
             * @enum {string}
             */
            status: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /** @description Seconds of all time entries of it. */
            time_spent_seconds: number;
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        TaskItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["TaskItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        TaskRecord: {
            /**
             * @description The user who is to do it; need not be a member.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id: string | null;
            /**
             * Format: date-time
             * @description When it became done; null where it is not.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was put into the trash; null where it is not in it.
             */
            deleted_at: string | null;
            /** @description What is to be done. */
            description: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_date: string | null;
            /**
             * @description The id of the task.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * @description What kind of work it is.
             * @example [
             *       "bug"
             *     ]
             */
            labels: string[];
            /**
             * @description The task that it is a subtask of; null where it is none.
             * @example task_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            parent_id: string | null;
            /**
             * @description How much it matters.
             * @enum {string}
             */
            priority: "urgent" | "high" | "medium" | "low" | "none";
            /**
             * @description The project that it is part of.
             * @example prj_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            project_id: string;
            /**
             * Format: date-time
             * @description When it is removed for good.
             */
            purge_at: string | null;
            /**
             * @description Its place on the board: tasks sorted by this text stand in their order.
             * @example j0gCQeTqPyz
             */
            rank: string;
            /** @description Grows by one with every change. */
            revision: number;
            /**
             * @description The sprint of its project that it is planned for.
             * @example spr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            sprint_id: string | null;
            /**
             * @description How far it is. Any state can follow any other.
             * @enum {string}
             */
            status: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            /** @description Labels of your own, to find it by. */
            tags: string[];
            /** @description Seconds of all time entries of it. */
            time_spent_seconds: number;
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        Test: {
            /**
             * @description The delivery that carries the test.
             * @example dlv_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            delivery_id: string;
        };
        UpdateApiKey: {
            /**
             * Format: date-time
             * @description When it stops working; null: never.
             */
            expires_at?: string | null;
            /** @description What the key is for. */
            name?: string;
            /** @description What the key may do. */
            scopes?: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write" | "read:all" | "write:all")[];
        };
        UpdateDocument: {
            /** @description Ids of files. */
            attachments?: string[];
            /** @description The text, of up to 5 MiB in UTF-8. */
            content?: string;
            /**
             * @description What `content` is written in.
             * @enum {string}
             */
            content_type?: "html" | "markdown" | "text";
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /** @description Who may read it. */
            permissions?: components["schemas"]["ChangedPermissions"];
            /**
             * @description The new state. An archived document has to leave it before it can be changed.
             * @enum {string}
             */
            status?: "draft" | "published" | "archived";
            /** @description Labels of your own, to find it by. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Plan
             */
            title?: string;
        };
        UpdateFile: {
            /**
             * @description What it is called.
             * @example plan.pdf
             */
            name?: string;
            /** @description Labels of your own, to find it by. */
            tags?: string[];
        };
        UpdateGroup: {
            /** @description What the group is for. */
            description?: string;
            /**
             * @description Unique in the workspace, in any case.
             * @example Engineering
             */
            name?: string;
            /** @description What every member gets on top of their own roles, at once. */
            roles?: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
        };
        UpdateJob: {
            /** @description What candidates are asked. */
            application_form?: components["schemas"]["ApplicationFormInput"];
            /** @description Whether candidates get a mail that their application has arrived. */
            confirmation_mail?: boolean;
            /**
             * @description Which part of the company it is in.
             * @example Engineering
             */
            department?: string | null;
            /** @description HTML. Answers show what of it is safe in a page. */
            description?: string;
            /**
             * @description What kind of employment it is.
             * @enum {string|null}
             */
            employment_type?: "full_time" | "part_time" | "contract" | "temporary" | "internship" | null;
            /**
             * @description Where the work is done.
             * @example Berlin
             */
            location?: string | null;
            /**
             * @description The user it belongs to; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /**
             * @description Whose stages its applications go through; the default pipeline, unless a request names another.
             * @example cpl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            pipeline_id?: string;
            /**
             * @description archived, of a draft or a closed job; draft, of a closed or an archived one. The rest are actions.
             * @enum {string}
             */
            status?: "draft" | "published" | "paused" | "closed" | "archived";
            /** @description Labels of your own, to find it by. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Backend engineer
             */
            title?: string;
        };
        UpdateOAuthClient: {
            /** @description Shown to users who are asked for their consent. */
            name?: string;
            /** @description Where users may be sent back to. */
            redirect_uris?: string[];
            /** @description The most it may ask for. */
            scopes?: ("office:read" | "office:write" | "access:read" | "access:write" | "sales:read" | "sales:write" | "careers:read" | "careers:write" | "project:read" | "project:write" | "guard:read" | "guard:write")[];
        };
        UpdatePipeline: {
            /** @description true makes it the default one, in place of the one before. */
            is_default?: boolean;
            /**
             * @description What it is called.
             * @example Hiring
             */
            name?: string;
        };
        UpdateProject: {
            /** @description What it is about. */
            description?: string;
            /**
             * @description What it is called.
             * @example Website
             */
            name?: string;
            /**
             * @description The user it belongs to, who is always a member with the role admin; you, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /**
             * Format: date
             * @description The day it begins.
             */
            start_date?: string | null;
            /**
             * @description Any state can follow any other. An archived project has to leave that state before it can be changed.
             * @enum {string}
             */
            status?: "planning" | "active" | "on_hold" | "completed" | "archived";
            /** @description Labels of your own, to find it by. */
            tags?: string[];
            /**
             * Format: date
             * @description The day it is to be done; not before `start_date`.
             */
            target_date?: string | null;
        };
        UpdateSettings: {
            /** @description Days that alerts are kept after their last change. */
            alert_retention_days?: number;
            /** @description Days that entries of the audit log are kept. */
            audit_retention_days?: number;
            /**
             * Format: email
             * @description Where each signed checkpoint of the audit log is sent to, so that it lies outside; null: nowhere.
             * @example ada@example.com
             */
            checkpoint_email?: string | null;
        };
        UpdateSheet: {
            /**
             * @description The user it belongs to; the one behind the credential, unless a request names another.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            owner_id?: string;
            /** @description Labels of your own, to find it by. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Budget
             */
            title?: string;
        };
        UpdateStage: {
            /**
             * @description What it is called.
             * @example Interview
             */
            name?: string;
            /**
             * @description Its place; those from there on move back by one. At the end where it is left out, or beyond the end.
             * @example 2
             */
            order?: number;
        };
        UpdateTask: {
            /**
             * @description The user who is to do it; need not be a member.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            assignee_id?: string | null;
            /** @description What is to be done. */
            description?: string;
            /**
             * Format: date
             * @description The day on which it is due.
             */
            due_date?: string | null;
            /**
             * @description What kind of work it is.
             * @example [
             *       "bug"
             *     ]
             */
            labels?: string[];
            /**
             * @description How much it matters.
             * @enum {string}
             */
            priority?: "urgent" | "high" | "medium" | "low" | "none";
            /**
             * @description The sprint of its project that it is planned for.
             * @example spr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            sprint_id?: string | null;
            /**
             * @description How far it is.
             * @enum {string}
             */
            status?: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
            /** @description Labels of your own, to find it by. */
            tags?: string[];
            /**
             * @description What it is called.
             * @example Write the specification
             */
            title?: string;
        };
        UpdateUser: {
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name?: string;
            /** @description The user's own roles; those of their groups come on top. */
            roles?: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
        };
        UpdateWebhook: {
            /** @description What it is for. */
            description?: string;
            /** @description Event types, `<app>.*` for all of an app, or `*` for all. */
            events?: string[];
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description Where events are sent: http or https; https only in production. */
            url?: string;
        };
        Upload: {
            /**
             * Format: date-time
             * @description When it was begun.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A day after the last part.
             */
            expires_at: string;
            /**
             * @description The file, once the upload is completed.
             * @example fil_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            file_id: string | null;
            /** @description Its media type; null where the first bytes are to tell. */
            mime_type: string | null;
            /** @description What the file will be called. */
            name: string;
            /** @description When all parts are there: their number plus one. */
            next_part_number: number;
            /** @description How many parts there will be. */
            part_count: number;
            /** @description How many bytes each part has, but for the last one. */
            part_size_bytes: number;
            /** @description How many bytes have come. */
            received_bytes: number;
            /** @description How many parts have come. */
            received_parts: number;
            /**
             * @description The upload.
             * @example upl_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            session_id: string;
            /** @description SHA-256 of the whole file in hex, where it was named. */
            sha256: string | null;
            /** @description How many bytes the whole file has. */
            size_bytes: number;
            /**
             * @description Whether parts can still come.
             * @enum {string}
             */
            status: "open" | "completed" | "failed";
            /** @description Labels of the file. */
            tags: string[];
            /**
             * @description The user it belongs to.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            uploaded_by: string;
        };
        UploadedPart: Record<string, never>;
        UploadFile: {
            /** @description Default: the name of the file in the form. */
            name?: string;
            /** @description Labels of your own, to find it by. Default: none. */
            tags?: string[];
        };
        User: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /** @description The user's own and those of their groups. They give nothing unless the user is active. */
            effective_roles: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /**
             * Format: email
             * @description Empty for deleted users.
             * @example ada@example.com
             */
            email: string;
            /** @description The groups that the user is in. */
            groups: components["schemas"]["UserGroup"][];
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The session that was used last; null where there is none. */
            last_session: components["schemas"]["LastSession"] | null;
            /** @description The user's own roles; those of their groups come on top. */
            roles: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /**
             * @description `pending` until they have a password, `active`, or `suspended`.
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        UserEvent: {
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /**
             * Format: email
             * @description The address of the user.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The status after the change.
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
            /**
             * @description The user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            user_id: string;
        };
        UserGroup: {
            /**
             * @description The id of the group.
             * @example grp_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description What it is called. */
            name: string;
        };
        UserItem: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * @description The name that is shown.
             * @example Ada Lovelace
             */
            display_name: string;
            /**
             * Format: email
             * @description Empty for deleted users.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The id of the user.
             * @example usr_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /** @description The user's own roles; those of their groups come on top. */
            roles: ("office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner")[];
            /**
             * @description `pending` until they have a password, `active`, or `suspended`.
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
        };
        UserItemPage: {
            /** @description The records of this page. */
            data: components["schemas"]["UserItem"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        Values: {
            /**
             * @description A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1).
             * @example Sheet1!A1:C10
             */
            range: string;
            /** @description Rows, without what is empty at their ends and at the end. */
            values: (string | number | boolean | null)[][];
        };
        Webhook: {
            /** @description Failed attempts since the last successful one. */
            consecutive_failures: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description What it is for. */
            description: string;
            /** @description Event types, `<app>.*` for all of an app, or `*` for all. */
            events: string[];
            /**
             * @description The id of the webhook.
             * @example wh_01jz8k3m5n7p9q1r3s5t7v9w1x
             */
            id: string;
            /**
             * Format: date-time
             * @description When an attempt last failed.
             */
            last_failure_at: string | null;
            /**
             * Format: date-time
             * @description Exact to ten seconds.
             */
            last_success_at: string | null;
            /**
             * @description Why it is paused.
             * @enum {string|null}
             */
            paused_reason: "manual" | "failing" | "gone" | null;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            updated_at: string;
            /** @description Where events are sent: http or https; https only in production. */
            url: string;
        };
        WebhookPage: {
            /** @description The records of this page. */
            data: components["schemas"]["Webhook"][];
            /** @description Where this page stands in the list. */
            meta: components["schemas"]["PageMeta"];
        };
        WriteValues: {
            /**
             * @description A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1).
             * @example Sheet1!A1:C10
             */
            range: string;
            /**
             * @description raw: stored as they are. user_entered: read as if typed in: numbers, percentages, currency, booleans, ISO dates, formulas. Default: `raw`.
             * @enum {string}
             */
            value_input?: "raw" | "user_entered";
            /**
             * @description Rows. null leaves a cell as it is, an empty string clears it.
             * @example [
             *       [
             *         "Name",
             *         "Amount"
             *       ],
             *       [
             *         "Rent",
             *         1200
             *       ]
             *     ]
             */
            values: (string | number | boolean | null)[][];
        };
        WrittenValues: {
            /**
             * @description The range that was asked for.
             * @example Sheet1!A1:C10
             */
            range: string;
            /** @description Cells written or cleared; those left alone (null) do not count. */
            updated_cells: number;
            /** @description How many columns the values fell on. */
            updated_columns: number;
            /**
             * @description The cells that the values fell on.
             * @example Sheet1!A1:C10
             */
            updated_range: string;
            /** @description How many rows the values fell on. */
            updated_rows: number;
        };
    };
    responses: {
        /** @description The state of the record, another record or a request that still runs stands against it. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The credential lacks the scope, or may not change the record. */
        Forbidden: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something went wrong on our side; the request id leads to it in the log. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such record in this workspace, or it must not be seen. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is larger than this route reads. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The record is not the one that `If-Match` names any more. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The budget is spent; `Retry-After` says when there is some again. */
        RateLimitExceeded: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description No credential, or one that is not valid any more. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something in the request is not valid; `details` names every wrong field. */
        ValidationError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: {
        /** @description SHA-256 of the body (RFC 9530); one that differs is refused. */
        ContentDigest: string;
        /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
        IdempotencyKey: string;
        /** @description Only if the record still has this ETag; else 412. */
        IfMatch: string;
        /** @description Only if the record does not have this ETag any more; else 304. */
        IfNoneMatch: string;
        /** @description SHA-256 of the part in hex; one that differs is refused. */
        PartSha256: string;
        /** @description `handling=strict` refuses fields that the request does not have. */
        Prefer: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The revision of the record, which `If-Match` compares, and a digest of what is shown, for `If-None-Match`.
         * @example "3.Zk3xJ0aQmT8uYw2c"
         */
        ETag: string;
        /** @description `true`: the saved answer to an earlier request with this key. */
        "Idempotency-Replayed": string;
        /** @description The address of the new record. */
        Location: string;
        /**
         * @description What is left of it: `r` requests, full again in `t` seconds.
         * @example "default";r=599;t=42
         */
        RateLimit: string;
        /**
         * @description The budget: `q` requests in `w` seconds.
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait.
         * @example 42
         */
        "Retry-After": number;
        /** @description How to authenticate, or what is wrong with the credential (RFC 6750). */
        "WWW-Authenticate": string;
        /**
         * @description Requests in a minute.
         * @example 600
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left.
         * @example 599
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the budget is full again, in seconds since 1970.
         * @example 1767225600
         */
        "X-RateLimit-Reset": number;
        /**
         * @description The id of this request, in the log and the audit trail too.
         * @example req_01jz8k3m5n7p9q1r3s5t7v9w1x
         */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    oauthMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    officeFileByLink: {
        parameters: {
            query: {
                /** @description When the link ends, in seconds since 1970. The link has it. */
                expires: unknown;
                /** @description What the file is called. The link has it. */
                name: unknown;
                /** @description Proves that the link is genuine. */
                signature: unknown;
                /** @description Its media type. The link has it. */
                type: unknown;
            };
            header?: never;
            path: {
                /** @description Names the bytes. The link has it. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The range of bytes that `Range` asks for. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The bytes are those of `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            /** @description The link has expired, was changed or was cut off. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description The file ends before this range. */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["InternalError"];
        };
    };
    serverLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `ok`.
                         * @enum {string}
                         */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    serverReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the server stands on, and whether it is there. */
                        checks: {
                            [key: string]: boolean;
                        };
                        /**
                         * @description `ok` when all checks are good.
                         * @enum {string}
                         */
                        status: "ok" | "unavailable";
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
            /** @description It cannot: `checks` says why. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the server stands on, and whether it is there. */
                        checks: {
                            [key: string]: boolean;
                        };
                        /**
                         * @description `ok` when all checks are good.
                         * @enum {string}
                         */
                        status: "ok" | "unavailable";
                    };
                };
            };
        };
    };
    serverMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics as Prometheus reads them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description They are for the operator: send METRICS_TOKEN as bearer token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["InternalError"];
        };
    };
    oauthAuthorize: {
        parameters: {
            query: {
                /** @description The client. */
                client_id: unknown;
                /** @description SHA-256 of the code verifier, in base64url (PKCE). */
                code_challenge: unknown;
                /** @description `S256`. */
                code_challenge_method: unknown;
                /** @description Where the user goes back to: one of the addresses that the client has. */
                redirect_uri: unknown;
                /** @description `code`. */
                response_type: unknown;
                /** @description What the client asks for, separated by spaces. */
                scope?: unknown;
                /** @description Comes back as it is. */
                state?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the page where the user decides, or back to the client. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Too many requests from this address; `Retry-After` says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description To a browser, a page that says why it cannot go on. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    oauthRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description The client. */
                    client_id?: string;
                    /** @description Of a confidential client that does not send it in `Authorization: Basic`. */
                    client_secret?: string;
                    /** @description An access or refresh token. */
                    token: string;
                    /** @description Which of both. */
                    token_type_hint?: string;
                };
            };
        };
        responses: {
            /** @description It has ended, or there was no such token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description The client is not known, or could not prove that it is the one. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Too many requests from this address; `Retry-After` says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
        };
    };
    oauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description The client. */
                    client_id?: string;
                    /** @description Of a confidential client that does not send it in `Authorization: Basic`. */
                    client_secret?: string;
                    /** @description With authorization_code: works once, for a minute. */
                    code?: string;
                    /** @description With authorization_code: what the challenge was made from. */
                    code_verifier?: string;
                    /**
                     * @description What the new tokens are asked for with.
                     * @enum {string}
                     */
                    grant_type: "authorization_code" | "refresh_token";
                    /** @description With authorization_code: the one that the user was sent back to. */
                    redirect_uri?: string;
                    /** @description With refresh_token: works once, and is replaced by the one in the answer. */
                    refresh_token?: string;
                    /** @description With refresh_token: fewer scopes for this access token. */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Goes into `Authorization: Bearer …`. */
                        access_token: string;
                        /** @description Seconds that the access token lives. */
                        expires_in: number;
                        /** @description Gets the next tokens, once. */
                        refresh_token: string;
                        /** @description What of the asked scopes was given, separated by spaces. */
                        scope: string;
                        /**
                         * @description Whoever has the token may use it.
                         * @constant
                         */
                        token_type: "Bearer";
                    };
                };
            };
            /** @description The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description The client is not known, or could not prove that it is the one. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description The body is larger than 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Too many requests from this address; `Retry-After` says when to try again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A word of RFC 6749 for what is wrong.
                         * @example invalid_grant
                         */
                        error: string;
                        /** @description The same in words, for people. */
                        error_description?: string;
                        /** @description `X-Request-Id` of the answer. */
                        request_id: string;
                    };
                };
            };
        };
    };
    serverDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    accessApiKeysList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, name. Default: created_at:desc. */
                sort?: string;
                /** @description Whether it works; `expiring` after a rotation. */
                status?: "active" | "expiring" | "expired" | "revoked";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessApiKeysCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Name",
                 *       "scopes": [
                 *         "office:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessApiKeysGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessApiKeysRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessApiKeysUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The key is expired or revoked.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessApiKeysRotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The key is expired or revoked.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Groups on a page. Default: all, up to 1000. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, name, member_count. Default: created_at:desc. */
                sort?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Engineering"
                 *     }
                 */
                "application/json": components["schemas"]["CreateGroup"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a group with this name already.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateGroup"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a group with this name already.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsMembers: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, email, display_name. Default: created_at:desc. */
                sort?: string;
                /** @description `pending` until they have a password, `active`, or `suspended`. */
                status?: "pending" | "active" | "suspended";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsAddMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_ids": [
                 *         "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AddMembers"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMembers"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessGroupsRemoveMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessMeGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessMySessionsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, last_active_at, expires_at. Default: created_at:desc. */
                sort?: string;
                /** @description Whether it still works. */
                status?: "active" | "expired" | "revoked";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessMySessionsEnd: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessOAuthClientsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at. Default: created_at:desc. */
                sort?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessOAuthClientsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Name",
                 *       "type": "public",
                 *       "scopes": [
                 *         "office:read"
                 *       ],
                 *       "redirect_uris": [
                 *         "Redirect uris"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateOAuthClient"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewOAuthClient"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessOAuthClientsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the oauth client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessOAuthClientsRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the oauth client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessOAuthClientsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the oauth client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOAuthClient"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessRolesList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Roles on a page. Default: all. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: name. Default: name:asc. */
                sort?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolePage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessScimGroupsList: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Resources in the answer; at most 100. 0: only their number. */
                count?: number;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
                /** @description Comparisons with `eq`, joined by `and`. */
                filter?: string;
                /** @description An attribute. */
                sortBy?: string;
                /** @description Which end comes first. */
                sortOrder?: "ascending" | "descending";
                /** @description The place of the first resource, from 1. */
                startIndex?: number;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroupList"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimGroupsCreate: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "DisplayName",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimGroupBody"];
                /**
                 * @example {
                 *       "displayName": "DisplayName",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimGroupBody"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a group with this name already.
             *     - There is a group with this external id already.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimGroupsSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimSearch"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimSearch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroupList"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The state of the record, another record or a request that still runs stands against it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimGroupsGet: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimGroupsReplace: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "DisplayName",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimGroupBody"];
                /**
                 * @example {
                 *       "displayName": "DisplayName",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimGroupBody"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a group with this name already.
             *     - There is a group with this external id already.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The record is not the one that `If-Match` names any more. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimGroupsRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The record is not the one that `If-Match` names any more. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimGroupsPatch: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the group. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatchBody"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add"
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimPatchBody"];
            };
        };
        responses: {
            /** @description The group, where the query says what to show of it. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a group with this name already.
             *     - There is a group with this external id already.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The record is not the one that `If-Match` names any more. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimDescriptionsResourceTypes: {
        parameters: {
            query?: {
                /** @description Not taken here: a request with it is refused. */
                filter?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResourceTypeList"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimDescriptionsResourceType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `User` or `Group`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResourceType"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimDescriptionsSchemas: {
        parameters: {
            query?: {
                /** @description Not taken here: a request with it is refused. */
                filter?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimSchemaList"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimDescriptionsSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The URN of the schema. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimSchema"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimDescriptionsConfig: {
        parameters: {
            query?: {
                /** @description Not taken here: a request with it is refused. */
                filter?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimConfig"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersList: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Resources in the answer; at most 100. 0: only their number. */
                count?: number;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
                /** @description Comparisons with `eq`, joined by `and`. */
                filter?: string;
                /** @description An attribute. */
                sortBy?: string;
                /** @description Which end comes first. */
                sortOrder?: "ascending" | "descending";
                /** @description The place of the first resource, from 1. */
                startIndex?: number;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUserList"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersCreate: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "ada@example.com",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimUserBody"];
                /**
                 * @example {
                 *       "userName": "ada@example.com",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimUserBody"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a user with this email already.
             *     - There is a user with this external id already.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimSearch"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimSearch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUserList"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The state of the record, another record or a request that still runs stands against it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersGet: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersReplace: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "ada@example.com",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimUserBody"];
                /**
                 * @example {
                 *       "userName": "ada@example.com",
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimUserBody"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a user with this email already.
             *     - There is a user with this external id already.
             *     - The workspace would be left without an active workspace:owner.
             *     - You cannot deactivate or delete your own account.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The record is not the one that `If-Match` names any more. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - You cannot deactivate or delete your own account.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The record is not the one that `If-Match` names any more. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessScimUsersPatch: {
        parameters: {
            query?: {
                /** @description Show only these attributes, separated by commas, beside `id` and `schemas`. */
                attributes?: string;
                /** @description Show all but these attributes, separated by commas. */
                excludedAttributes?: string;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatchBody"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "add"
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimPatchBody"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Something in the request is not valid; `details` names every wrong field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description No credential, or one that is not valid any more. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The credential lacks the scope, or may not change the record. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description There is no such record in this workspace, or it must not be seen. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a user with this email already.
             *     - There is a user with this external id already.
             *     - The workspace would be left without an active workspace:owner.
             *     - You cannot deactivate or delete your own account.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The record is not the one that `If-Match` names any more. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The body is larger than this route reads. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description The budget is spent; `Retry-After` says when there is some again. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something went wrong on our side; the request id leads to it in the log. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
            /** @description Something that the service stands on is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimError"];
                };
            };
        };
    };
    accessSessionsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, last_active_at, expires_at. Default: created_at:desc. */
                sort?: string;
                /** @description Whether it still works. */
                status?: "active" | "expired" | "revoked";
                /** @description Sessions of this user. */
                user_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessSessionsEnd: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description The beginning of the email or the display name, in any case. */
                q?: string;
                /** @description A role that the user has directly or through a group. */
                role?: "office:viewer" | "office:member" | "office:editor" | "office:admin" | "access:viewer" | "access:member" | "access:editor" | "access:admin" | "sales:viewer" | "sales:member" | "sales:editor" | "sales:admin" | "careers:viewer" | "careers:member" | "careers:editor" | "careers:admin" | "project:viewer" | "project:member" | "project:editor" | "project:admin" | "guard:viewer" | "guard:member" | "guard:editor" | "guard:admin" | "workspace:owner";
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, email, display_name. Default: created_at:desc. */
                sort?: string;
                /** @description `pending` until they have a password, `active`, or `suspended`. */
                status?: "pending" | "active" | "suspended";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedUser"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - There is a user with this email already.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - You cannot deactivate or delete your own account.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersActivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The user is suspended: reactivate them first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersDeactivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - You cannot deactivate or delete your own account.
             *     - The workspace would be left without an active workspace:owner.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work goes on. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - Only pending users can be invited.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersResetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work goes on. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The user is suspended: reactivate them first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUsersReactivate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The user is pending: activate them first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUserSessionsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, last_active_at, expires_at. Default: created_at:desc. */
                sort?: string;
                /** @description Whether it still works. */
                status?: "active" | "expired" | "revoked";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    accessUserSessionsEndAll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedSessions"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Which part of the company it is in. */
                department?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description The user it belongs to; you, unless a request names another. */
                owner_id?: string;
                /** @description Whose stages its applications go through; the default pipeline, unless a request names another. */
                pipeline_id?: string;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, title. Default: created_at:desc. */
                sort?: string;
                /** @description Whether candidates see it and can apply. */
                status?: "draft" | "published" | "paused" | "closed" | "archived";
                /** @description A tag that the record has. */
                tag?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Backend engineer"
                 *     }
                 */
                "application/json": components["schemas"]["CreateJob"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedJob"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateJob"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - Publishing, pausing and closing are actions of their own: status takes draft and archived.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsClose: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloseJob"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsPause: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersJobsPublish: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PublishJob"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelinesList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, name. Default: created_at:desc. */
                sort?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelinePage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelinesCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Hiring"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePipeline"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - A workspace has at most 50 hiring pipelines.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelinesGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the pipeline. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelinesRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the pipeline. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The pipeline is the default one: make another one that first.
             *     - The pipeline has jobs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelinesUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the pipeline. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdatePipeline"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelineStagesList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at. Default: created_at:desc. */
                sort?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the pipeline. */
                pipeline_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagePage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelineStagesCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the pipeline. */
                pipeline_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Interview"
                 *     }
                 */
                "application/json": components["schemas"]["CreateStage"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - A pipeline has at most 50 stages.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersPipelineStagesReorder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the pipeline. */
                pipeline_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stage_ids": [
                 *         "Stage ids"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrderStages"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StageList"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersStagesGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the stage. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stage"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    careersStagesUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the stage. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateStage"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventsList: {
        parameters: {
            query?: {
                /** @description Only events with a higher `sequence`. */
                after_sequence?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Included. */
                from?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: sequence. Default: sequence:asc. */
                sort?: string;
                /** @description Excluded. */
                to?: string;
                /** @description An event type, or `<app>.*` for all of an app. */
                type?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuiteEventPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the event. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuiteEvent"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardAuditLogsList: {
        parameters: {
            query?: {
                /** @description A dotted name; `*` at its end matches every action that begins with it. */
                action?: string;
                /** @description The id of the caller. */
                actor_id?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Included. */
                from?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description How it ended. */
                outcome?: "success" | "failure" | "denied";
                /** @description The id of the record. */
                resource_id?: string;
                /** @description The type of the record. */
                resource_type?: string;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: timestamp. Default: timestamp:desc. */
                sort?: string;
                /** @description Excluded. */
                to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardExportsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateExport"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportStarted"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardExportsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description What the file is written in; jsonl is JSON, an entry a line. */
                format?: "csv" | "json" | "jsonl";
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at. Default: created_at:desc. */
                sort?: string;
                /** @description How far it is. The file of an export that is completed is there for seven days. */
                status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | "expired";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportListPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardExportsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the export. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardExportsCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the export. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardSettingsGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardSettings"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    guardSettingsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardSettings"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeDocumentsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Also show what is in the trash. */
                include_deleted?: boolean;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description The user it belongs to; the one behind the credential, unless a request names another. */
                owner_id?: string;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, title. Default: created_at:desc. */
                sort?: string;
                /** @description Whether it is written, published or put aside. */
                status?: "draft" | "published" | "archived";
                /** @description A tag that the record has. */
                tag?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeDocumentsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Plan"
                 *     }
                 */
                "application/json": components["schemas"]["CreateDocument"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedDocument"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeDocumentsGet: {
        parameters: {
            query?: {
                /** @description Also find it in the trash. */
                include_deleted?: boolean;
            };
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeDocument"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeDocumentsRemove: {
        parameters: {
            query?: {
                /** @description Remove it for good, from the trash too. */
                hard?: boolean;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeDocumentsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateDocument"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeDocument"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The document is archived: set status to draft or published first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeDocumentsRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeDocument"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The document is not in the trash.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeFilesList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Its media type: the one that was sent with it or, where none was, the one that its first bytes tell. */
                mime_type?: string;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, name, size_bytes. Default: created_at:desc. */
                sort?: string;
                /** @description A tag that the record has. */
                tag?: string;
                /** @description The user it belongs to. */
                uploader_id?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeFilePage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeFilesUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description SHA-256 of the body (RFC 9530); one that differs is refused. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The bytes of the file.
                     */
                    file: string;
                } & components["schemas"]["UploadFile"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeFile"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeFilesGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeFile"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeFilesRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeFilesUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateFile"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeFile"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeFilesDownload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Download"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeUploadsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Name",
                 *       "size_bytes": 1
                 *     }
                 */
                "application/json": components["schemas"]["CreateUpload"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeUploadsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the upload. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeUploadsRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the upload. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The upload is completed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeUploadsComplete: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the upload. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file that was made before. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeFile"];
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficeFile"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The upload has failed: begin a new one.
             *     - Parts are missing.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeUploadsReceive: {
        parameters: {
            query?: never;
            header?: {
                /** @description SHA-256 of the body (RFC 9530); one that differs is refused. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description SHA-256 of the part in hex; one that differs is refused. */
                "X-Part-Sha256"?: components["parameters"]["PartSha256"];
            };
            path: {
                /** @description The place of the part, from 1. */
                part_number: string;
                /** @description The id of the upload. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The bytes of the file.
                     */
                    file: string;
                } & components["schemas"]["UploadedPart"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Part"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The upload is completed.
             *     - The upload has failed: begin a new one.
             *     - Send the parts in sequence.
             *     - This part has been sent before, with other bytes.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officePublicDocumentsGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicDocument"];
                };
            };
            /** @description The document still has this ETag. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    officeSheetsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Also show what is in the trash. */
                include_deleted?: boolean;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description The user it belongs to; the one behind the credential, unless a request names another. */
                owner_id?: string;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, title. Default: created_at:desc. */
                sort?: string;
                /** @description A tag that the record has. */
                tag?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SheetItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Budget"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSheet"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSheet"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsGet: {
        parameters: {
            query?: {
                /** @description Also find it in the trash. */
                include_deleted?: boolean;
            };
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sheet"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsRemove: {
        parameters: {
            query?: {
                /** @description Remove it for good, from the trash too. */
                hard?: boolean;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSheet"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sheet"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsExport: {
        parameters: {
            query: {
                /** @description xlsx: an Excel workbook. csv: what the cells of one tab show. */
                format: "xlsx" | "csv";
                /** @description The name of a tab. Default: all of them for xlsx, the first for csv. */
                tab?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sheet"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The spreadsheet is not in the trash.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsRead: {
        parameters: {
            query: {
                /** @description A1 notation: A1, A1:C10, A:C, 2:5, each alone or behind a tab (Sheet1!A1). */
                range: string;
                /** @description formatted: texts, as people see them. raw: numbers, booleans and texts as stored. formula: like raw, with the formulas themselves. */
                value_render?: "formatted" | "raw" | "formula";
            };
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Values"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsWrite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "range": "Sheet1!A1:C10",
                 *       "values": [
                 *         [
                 *           "Name",
                 *           "Amount"
                 *         ],
                 *         [
                 *           "Rent",
                 *           1200
                 *         ]
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WriteValues"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenValues"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsAppend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "range": "Sheet1!A1:C10",
                 *       "values": [
                 *         [
                 *           "Name",
                 *           "Amount"
                 *         ],
                 *         [
                 *           "Rent",
                 *           1200
                 *         ]
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WriteValues"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenValues"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsClear: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the spreadsheet. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "range": "Sheet1!A1:C10"
                 *     }
                 */
                "application/json": components["schemas"]["ClearValues"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearedValues"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    officeSheetsImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description SHA-256 of the body (RFC 9530); one that differs is refused. */
                "Content-Digest"?: components["parameters"]["ContentDigest"];
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The bytes of the file.
                     */
                    file: string;
                } & components["schemas"]["ImportSheet"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedSheet"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Only projects that this user is a member of. */
                member_id?: string;
                /** @description The user it belongs to, who is always a member with the role admin; you, unless a request names another. */
                owner_id?: string;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, name, start_date, target_date. Default: created_at:desc. */
                sort?: string;
                /** @description Where it stands. Nothing in an archived project can be changed. */
                status?: "planning" | "active" | "on_hold" | "completed" | "archived";
                /** @description A tag that the record has. */
                tag?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Website"
                 *     }
                 */
                "application/json": components["schemas"]["CreateProject"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - Only archived projects can be deleted.
             *     - Open deals are linked to the project: close them, or link them to nothing, first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProject"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsAddMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "members": [
                 *         {
                 *           "user_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ProjectAddMembers"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             *     - The owner is always a member with the role admin: give the project to somebody else first.
             *     - A project has at most 1000 members.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectProjectsRemoveMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the project. */
                id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             *     - The owner is always a member with the role admin: give the project to somebody else first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksOfProjectList: {
        parameters: {
            query?: {
                /** @description The user who is to do it; need not be a member. */
                assignee_id?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Only tasks that are due before this day. */
                due_before?: string;
                /** @description Also show what is in the trash. */
                include_deleted?: boolean;
                /** @description A label that the task has. */
                label?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Only subtasks of this task; `none`: only tasks that are no subtasks. */
                parent_id?: string;
                /** @description How much it matters. */
                priority?: "urgent" | "high" | "medium" | "low" | "none";
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at, title, due_date, priority, rank. Default: created_at:desc. */
                sort?: string;
                /** @description The sprint of its project that it is planned for. */
                sprint_id?: string;
                /** @description How far it is. Any state can follow any other. */
                status?: "todo" | "in_progress" | "in_review" | "done" | "cancelled";
                /** @description A tag that the record has. */
                tag?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksOfProjectCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the project. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Write the specification"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTask"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRecord"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectSettingsGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectSettingsUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProjectUpdateSettings"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksGet: {
        parameters: {
            query?: {
                /** @description Also find it in the trash. */
                include_deleted?: boolean;
            };
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksRemove: {
        parameters: {
            query?: {
                /** @description Remove it for good, from the trash too. */
                hard?: boolean;
            };
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateTask"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRecord"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The task is not in the trash.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             *     - The task that it is a subtask of is in the trash: restore that one first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectTasksAddSubtask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the task. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Write the specification"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTask"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRecord"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The project is archived: nothing in it can be changed until its status is another one.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at, updated_at. Default: created_at:desc. */
                sort?: string;
                /** @description Whether events are sent. */
                status?: "active" | "paused";
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "Url",
                 *       "events": [
                 *         "Events"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - A workspace has at most 50 webhooks.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksRemove: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksDeliveriesList: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description The type of the event. */
                event_type?: string;
                /** @description Included. */
                from?: string;
                /** @description Records on a page. Default 20. */
                limit?: number;
                /** @description Up to three of `field:asc` or `field:desc`, separated by commas. Fields: created_at. Default: created_at:desc. */
                sort?: string;
                /** @description How far it has come. */
                status?: "pending" | "succeeded" | "failed";
                /** @description Excluded. */
                to?: string;
            };
            header?: {
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryItemPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksDeliveriesGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record does not have this ETag any more; else 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the delivery. */
                delivery_id: string;
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The record still has this ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksDeliveriesRedeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the delivery. */
                delivery_id: string;
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work goes on. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The webhook is paused: set status to active first.
             *     - The event is not kept any more.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksReplaysCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-31T09:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReplay"];
            };
        };
        responses: {
            /** @description Accepted; the work goes on. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description The state of the record, another record or a request that still runs stands against it.
             *     - The webhook is paused: set status to active first.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksReplaysCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only if the record still has this ETag; else 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
                /** @description The id of the replay. */
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksRotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `handling=strict` refuses fields that the request does not have. */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    webhooksTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work goes on. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Test"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "on.access.session.revoked": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "access.session.revoked",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "session_id": "ses_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "user_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "reason": "revoked"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["SessionRevoked"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "access.session.revoked";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.access.user.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "access.user.created",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "user_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "email": "ada@example.com",
                 *         "display_name": "Ada Lovelace",
                 *         "status": "pending"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["UserEvent"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "access.user.created";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.access.user.deactivated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "access.user.deactivated",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "user_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "email": "ada@example.com",
                 *         "display_name": "Ada Lovelace",
                 *         "status": "pending"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["UserEvent"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "access.user.deactivated";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.careers.application.stage_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "careers.application.stage_changed",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "application_id": "app_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "job_id": "job_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "from_stage_id": "stg_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "to_stage_id": "stg_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["ApplicationStageChanged"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "careers.application.stage_changed";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.careers.application.submitted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "careers.application.submitted",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "application_id": "app_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "job_id": "job_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "stage_id": "stg_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["ApplicationSubmitted"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "careers.application.submitted";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.careers.job.published": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "careers.job.published",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "job_id": "job_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Backend engineer",
                 *         "channels": [
                 *           "careers_site"
                 *         ]
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["JobPublished"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "careers.job.published";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.guard.alert.triggered": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "guard.alert.triggered",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "alert_id": "alr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "rule_id": "rul_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "20 denials from one address within an hour",
                 *         "severity": "info",
                 *         "event_count": 20
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["AlertTriggered"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "guard.alert.triggered";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.guard.audit.exported": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "guard.audit.exported",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "job_id": "exp_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "format": "csv",
                 *         "row_count": 1250,
                 *         "requested_by": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["AuditExported"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "guard.audit.exported";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.guard.policy.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "guard.policy.updated",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "policy_id": "pol_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "name": "No exports for contractors",
                 *         "status": "active",
                 *         "changes": {
                 *           "status": {
                 *             "from": "inactive",
                 *             "to": "active"
                 *           }
                 *         }
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["PolicyUpdated"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "guard.policy.updated";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.office.document.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "office.document.created",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "document_id": "doc_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Plan",
                 *         "owner_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["DocumentCreated"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "office.document.created";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.office.document.deleted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "office.document.deleted",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "document_id": "doc_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Plan",
                 *         "owner_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "hard": true
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["DocumentDeleted"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "office.document.deleted";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.office.document.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "office.document.updated",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "document_id": "doc_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Plan",
                 *         "owner_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "status": "draft",
                 *         "changed_fields": [
                 *           "title",
                 *           "status"
                 *         ]
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["DocumentUpdated"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "office.document.updated";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.office.file.uploaded": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "office.file.uploaded",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "file_id": "fil_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "name": "plan.pdf",
                 *         "mime_type": "application/pdf",
                 *         "size_bytes": 48213,
                 *         "uploaded_by": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["FileUploaded"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "office.file.uploaded";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.project.project.archived": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "project.project.archived",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "project_id": "prj_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "name": "Website"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["ProjectArchived"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "project.project.archived";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.project.task.completed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "project.task.completed",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "task_id": "task_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "project_id": "prj_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Write the specification",
                 *         "assignee_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "completed_at": "2026-01-31T09:00:00Z"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["TaskCompleted"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "project.task.completed";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.project.task.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "project.task.created",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "task_id": "task_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "project_id": "prj_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Write the specification",
                 *         "assignee_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["TaskCreated"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "project.task.created";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.sales.contact.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "sales.contact.created",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "contact_id": "cnt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "display_name": "Ada Lovelace",
                 *         "email": "ada@example.com",
                 *         "owner_id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["ContactCreated"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "sales.contact.created";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.sales.deal.lost": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "sales.deal.lost",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "deal_id": "deal_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Website for Acme",
                 *         "value": 12500,
                 *         "close_reason": "No budget this year"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["DealLost"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "sales.deal.lost";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.sales.deal.stage_changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "sales.deal.stage_changed",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "deal_id": "deal_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Website for Acme",
                 *         "value": 12500,
                 *         "pipeline_id": "pip_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "from_stage_id": "stg_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "to_stage_id": "stg_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["DealStageChanged"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "sales.deal.stage_changed";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.sales.deal.won": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event: the same for every attempt. */
                "webhook-id": string;
                /** @description The signature of Standard Webhooks, which also stops replays. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description The id of the delivery. */
                "X-Service-Delivery": string;
                /** @description The type of the event. */
                "X-Service-Event": string;
                /** @description `sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret. */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "type": "sales.deal.won",
                 *       "workspace_id": "ws_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *       "timestamp": "2026-01-31T09:00:00.000Z",
                 *       "actor": {
                 *         "type": "user",
                 *         "id": "usr_01jz8k3m5n7p9q1r3s5t7v9w1x"
                 *       },
                 *       "payload": {
                 *         "deal_id": "deal_01jz8k3m5n7p9q1r3s5t7v9w1x",
                 *         "title": "Website for Acme",
                 *         "value": 12500
                 *       },
                 *       "sequence": 42
                 *     }
                 */
                "application/json": {
                    /** @description Who did it. */
                    actor: {
                        /** @description Null for `system` and `public`. */
                        id: string | null;
                        /** @description `user`, `api_key`, `oauth_client`, `system` or `public`. */
                        type: string;
                    };
                    /** @description The same for every attempt: drop repetitions by it. */
                    id: string;
                    /** @description What happened. */
                    payload: components["schemas"]["DealWon"];
                    /** @description Grows within the workspace. */
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description When it happened.
                     */
                    timestamp: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "sales.deal.won";
                    /** @description The workspace in which it happened. */
                    workspace_id: string;
                };
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not taken, as every other answer: it is tried again, up to five times within 24 hours. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
