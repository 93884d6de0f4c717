import { Injectable } from '@nestjs/common';
import { AuditTrail, deferred, forbidden, InjectStore, type ResourceStore } from '../../platform/index.js';
import { AccessSettingsService } from '../settings/settings.service.js';
import { imitates } from './app-names.js';
import { type ClientDocument, DocumentRefusal } from './client-document.js';
import { ClientDocuments } from './client-documents.js';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClientRepository } from './oauth-client.repository.js';
import { oauthClients } from './oauth-client.resource.js';

const REGISTERED_ONLY = deferred('Your workspace lets its people connect registered apps only. Ask an admin about it.');

/**
 * Third-party apps that are not registered (D-AGT-3). An app becomes a client of each workspace in which a user connects it,
 * where admins can list and revoke it like others.
 */
@Injectable()
export class ConnectedApps {
  constructor(
    @InjectStore(OAuthClient) private readonly store: ResourceStore<OAuthClient>,
    private readonly repository: OAuthClientRepository,
    private readonly documents: ClientDocuments,
    private readonly settings: AccessSettingsService,
    private readonly audit: AuditTrail,
  ) {}

  /** Whether a `client_id` is the address of a document. */
  isUrl(id: unknown): id is string {
    return this.documents.isUrl(id);
  }

  /** The app, if the rules of the current workspace allow connecting it; else 403, recorded in the audit trail. */
  async enter(url: string): Promise<ClientDocument> {
    const { apps } = await this.settings.current();
    if (apps !== 'any') return this.#refuse(url, REGISTERED_ONLY);
    if ((await this.repository.ofUrl(url))?.revoked_at)
      return this.#refuse(url, deferred('An admin of your workspace has ended this app.'));
    try {
      const document = await this.documents.find(url);
      if (imitates(document.name, [await this.repository.workspaceName()]))
        throw new DocumentRefusal('client_name must not be the name of your workspace');
      return document;
    } catch (error) {
      if (!(error instanceof DocumentRefusal)) throw error;
      return this.#refuse(url, `The description of the app at ${url} cannot be used: ${error.message}.`);
    }
  }

  /** The app at a URL that was accepted before, for the authorization server; null if it is gone. */
  find(url: string): Promise<ClientDocument | null> {
    return this.documents.find(url).catch((error: unknown) => {
      if (error instanceof DocumentRefusal) return null;
      throw error;
    });
  }

  /** The client of any workspace with this URL, or null. */
  connected(url: string): Promise<OAuthClient | null> {
    return this.repository.connected(url);
  }

  /**
   * The client of the workspace: created with the first consent and updated from the document. A scope new in the document is
   * added; one removed by an admin stays removed. Needs a unit of work.
   */
  async connect({ url, name, host, redirect_uris, scopes }: ClientDocument): Promise<OAuthClient> {
    if (!(await this.settings.holdAnyApps())) throw forbidden(REGISTERED_ONLY);
    const facts = { name: name === host ? host : `${name} (${host})`, redirect_uris };
    const known = await this.repository.ofUrl(url);
    if (!known) {
      const made = { type: 'public', scopes, metadata_scopes: scopes, secret_hash: null, metadata_url: url } as const;
      return this.store.create({ ...facts, ...made });
    }
    const client = await this.store.get(known.id, { lock: true });
    if (client.revoked_at) throw forbidden(deferred('An admin of your workspace has ended this app.'));
    const before = client.metadata_scopes ?? scopes;
    const gained = scopes.filter((scope) => !before.includes(scope));
    return this.store.update(client, {
      ...facts,
      scopes: [...new Set([...client.scopes, ...gained])],
      metadata_scopes: [...before, ...gained],
    });
  }

  async #refuse(url: string, reason: string): Promise<never> {
    await this.audit.note({
      action: `${oauthClients.type}.refused`,
      resource_type: oauthClients.type,
      resource_id: null,
      outcome: 'denied',
      changes: { metadata_url: { from: null, to: url }, reason: { from: null, to: reason } },
    });
    throw forbidden(reason);
  }
}
