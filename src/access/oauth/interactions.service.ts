import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { InteractionResults } from 'oidc-provider';
import {
  ApiError,
  AuditTrail,
  Database,
  deferred,
  forbidden,
  invalidField,
  type Reply,
  t,
} from '../../platform/index.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { Csrf } from '../pages/csrf.js';
import { Layout } from '../pages/layout.js';
import { AuthorizationServer } from './authorization-server.js';
import { consentBody } from './consent.page.js';
import { CONSOLE } from './console-client.js';
import { type ConsentDetails, isTooOld, type LoginDetails } from './consent.policy.js';
import { Grants } from './grants.js';
import { oauthClients } from './oauth-client.resource.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { formTarget } from './redirect-uri.js';
import type { ClientDocument } from './client-document.js';
import { ConnectedApps } from './connected-apps.js';

type Interaction = Awaited<ReturnType<Awaited<AuthorizationServer['provider']>['interactionDetails']>>;

/** A client as shown on pages: registered or not. */
interface ShownClient {
  /** Null for an app that is not connected yet. */
  id: string | null;
  name: string;
  /** Null for an unregistered app, which serves every workspace. */
  workspace_id: string | null;
  document: ClientDocument | null;
}

/** Time to return to the authorization endpoint after a decision. */
const RETURN_SECONDS = 60;

/** Interactions with the user between an authorization request and its answer: sign-in and consent. */
@Injectable()
export class InteractionsService {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly clients: OAuthClientsService,
    private readonly apps: ConnectedApps,
    private readonly grants: Grants,
    private readonly browsers: BrowserSessions,
    private readonly csrf: Csrf,
    private readonly layout: Layout,
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * For the console and unregistered apps: redirects to sign-in, in any workspace, before anything else, and back to the same
   * request. Null if signed in, for registered clients, and if no page may be shown. 403 if the workspace forbids the app;
   * until then nothing has been fetched or redirected.
   */
  async signInFirst(request: Request): Promise<Reply | null> {
    const { client_id, prompt, max_age, login_hint } = request.query;
    const isApp: boolean = this.apps.isUrl(client_id);
    if (!isApp && (client_id !== CONSOLE || prompt === 'none')) return null;
    const current = prompt === 'login' ? null : await this.browsers.current(request);
    const again = current !== null && isTooOld(this.browsers.proofAge(current.session), Number(max_age ?? Infinity));
    if (current && !again) {
      if (isApp) await this.apps.enter(String(client_id));
      return null;
    }
    if (prompt === 'none') throw forbidden(deferred('You are not signed in.'));
    const parameters = new URLSearchParams(request.query as Record<string, string>);
    // Signing in satisfies all prompts.
    parameters.delete('prompt');
    parameters.delete('max_age');
    const query = new URLSearchParams({
      return_to: `${this.layout.root}/oauth/authorize?${parameters}`,
      ...((again || prompt === 'login') && { prompt: 'login' }),
      ...(typeof login_hint === 'string' && { login_hint }),
    });
    return this.layout.redirect(`${this.layout.root}/sign-in?${query}`);
  }

  /** Next step: sign in, consent, or back to the authorization endpoint. */
  async show(request: Request, response: Response, uid: string): Promise<Reply> {
    const { interaction, client } = await this.#find(request, response, uid);
    const current = await this.browsers.current(request);
    if (!current || current.user.workspace_id !== (client.workspace_id ?? current.user.workspace_id))
      return this.layout.redirect(this.#signIn(interaction, client));
    if (interaction.prompt.name === 'login') {
      const { session_id } = interaction.prompt.details as unknown as LoginDetails;
      // The client may require signing in again.
      if (session_id === current.session.id) return this.layout.redirect(this.#signIn(interaction, client));
      return this.#finish(interaction, { login: { accountId: current.user.id } });
    }
    const { user_id, scopes } = interaction.prompt.details as unknown as ConsentDetails;
    // Another user has signed in, so the scopes must be computed again.
    if (user_id !== current.user.id) return this.#goOn(interaction);
    const target = formTarget(String(interaction.params.redirect_uri));
    return this.layout.page({
      title: t('Let {client} act for you?', { client: client.name }),
      formTargets: [target],
      body: consentBody({
        client: client.name,
        host: client.document?.host,
        destination: target.replace(/:$/, ''),
        user: current.user,
        scopes,
        csrf: this.csrf.field(request, response),
        address: this.#address(interaction),
        signIn: this.#signIn(interaction, client),
      }),
    });
  }

  /** Takes the user's decision on the consent page. */
  async decide(request: Request, response: Response, uid: string, decision: string | null): Promise<Reply> {
    const { interaction, client } = await this.#find(request, response, uid);
    const { user_id, scopes } = interaction.prompt.details as unknown as ConsentDetails;
    const current = await this.browsers.current(request);
    // A repeated form, one of another user, or one after sign-out restarts the interaction.
    if (interaction.prompt.name !== 'consent' || interaction.result || current?.user.id !== user_id)
      return this.#goOn(interaction);
    if (decision === 'deny') return this.#refuse(interaction, client);
    if (decision !== 'approve')
      throw invalidField('decision', 'invalid_value', 'decision must be one of approve, deny.');
    interaction.params.scope = scopes.join(' ');
    return this.#approve(interaction, client, current);
  }

  #refuse(interaction: Interaction, client: ShownClient): Promise<Reply> {
    return this.database.transaction(async () => {
      await this.audit.note({
        action: `${oauthClients.type}.refused`,
        resource_type: oauthClients.type,
        resource_id: client.id,
        outcome: 'success',
        changes: null,
      });
      return this.#finish(interaction, { error: 'access_denied', error_description: 'The user denied access.' });
    });
  }

  #approve(interaction: Interaction, client: ShownClient, { user, session }: SignedInBrowser): Promise<Reply> {
    return this.database.transaction(async () => {
      const clientId = client.document ? (await this.apps.connect(client.document)).id : client.id!;
      const { id } = await this.grants.begin(user.id, clientId, session);
      return this.#finish(interaction, { login: { accountId: user.id }, consent: { grantId: id } });
    });
  }

  async #finish(interaction: Interaction, result: InteractionResults): Promise<Reply> {
    interaction.result = { ...interaction.lastSubmission, ...result };
    await interaction.save(RETURN_SECONDS);
    return this.#goOn(interaction);
  }

  /** The interaction of this browser, by its cookie. */
  async #find(request: Request, response: Response, uid: string) {
    const provider = await this.server.provider;
    const interaction = await provider.interactionDetails(request, response).catch(() => null);
    const client = interaction?.uid === uid && (await this.#client(request, interaction.params.client_id));
    if (!interaction || !client)
      throw new ApiError(
        400,
        deferred('This request has expired, or comes from another browser. Start again in the app.'),
      );
    return { interaction, client };
  }

  async #client(request: Request, id: unknown): Promise<ShownClient | null> {
    if (!this.apps.isUrl(id)) {
      const client = await this.clients.find(id);
      return client && { ...client, document: null };
    }
    // Checked again, because the rules of the workspace may have changed.
    const signedIn = await this.browsers.current(request);
    const document = await (signedIn ? this.apps.enter(id) : this.apps.find(id));
    return document && { id: null, name: document.name, workspace_id: null, document };
  }

  /** Back to the authorization endpoint. */
  #goOn({ returnTo }: Interaction): Reply {
    return this.layout.redirect(new URL(returnTo).pathname);
  }

  #address = ({ uid }: Interaction) => `${this.layout.root}/oauth/interactions/${uid}`;

  /** Sign-in URL, also for signed-in users, that leads back. */
  #signIn(interaction: Interaction, client: ShownClient): string {
    const { login_hint } = interaction.params;
    const query = new URLSearchParams({
      prompt: 'login',
      ...(client.workspace_id !== null && { workspace: client.workspace_id }),
      return_to: this.#address(interaction),
      ...(typeof login_hint === 'string' && { login_hint }),
    });
    return `${this.layout.root}/sign-in?${query}`;
  }
}
