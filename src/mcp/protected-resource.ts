import { Injectable } from '@nestjs/common';
import { allScopes, ApiError, currentContext, Reply, type Scope, Settings } from '../platform/index.js';

/** Initial scopes of an app: read access. It requests more when a tool needs them. */
const FIRST_SCOPES = ['office:read', 'sales:read', 'careers:read', 'project:read'] satisfies Scope[];

/** `/mcp` as a resource that OAuth protects (RFC 9728). */
@Injectable()
export class ProtectedResource {
  constructor(private readonly settings: Settings) {}

  /** Address of the metadata that tells a client how to get a token. */
  get metadataUrl(): string {
    return `${this.settings.BASE_URL}/.well-known/oauth-protected-resource/mcp`;
  }

  /** Metadata of the whole server, or of `/mcp`. */
  metadata(path: '' | '/mcp'): object {
    const { BASE_URL } = this.settings;
    return {
      resource: `${BASE_URL}${path}`,
      authorization_servers: [BASE_URL],
      scopes_supported: path ? FIRST_SCOPES : allScopes(),
      bearer_methods_supported: ['header'],
      resource_name: 'Workspace Suite',
      resource_documentation: `${BASE_URL}/docs`,
    };
  }

  /** 403 for an app without a required scope. The app asks its user for that scope in addition to its own. */
  stepUp(scope: string): Reply {
    const { credential, requestId } = currentContext();
    const wanted = [...credential!.scopes, scope].toSorted().join(' ');
    const challenge = `Bearer realm="workspace-suite", error="insufficient_scope", scope="${wanted}"`;
    const message = `This needs the scope ${scope}.`;
    const body = JSON.stringify({ error: { code: 'FORBIDDEN', message, request_id: requestId } });
    return new Reply(403, { 'WWW-Authenticate': this.withMetadata(challenge) }, body);
  }

  /** The headers of an error at `/mcp`: a challenge also names the metadata. */
  headersOf({ headers }: ApiError): Record<string, string> {
    const challenge = headers['WWW-Authenticate'];
    return challenge ? { ...headers, 'WWW-Authenticate': this.withMetadata(challenge) } : headers;
  }

  private withMetadata(challenge: string): string {
    return `${challenge}, resource_metadata="${this.metadataUrl}"`;
  }
}
