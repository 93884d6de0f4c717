import { Injectable } from '@nestjs/common';
import type { Scope } from './apps.js';
import type { Credential } from './credential.js';
import { ANYBODY } from './guardrails.js';

type NamesOf = (principal: string, through: string | null) => Promise<readonly string[]>;

/** A user or API key on whose behalf background work continues. */
export interface Holder {
  kind: string;
  /** The key, or what acts for the user. */
  id: string;
  user_id: string;
  /** The OAuth grant through which it was started, or null. */
  grant_id: string | null;
  /** The scopes that the work may use. */
  scopes: readonly Scope[];
}

/** The holder of a credential, for work that goes on with some of its scopes. */
export const holderOf = ({ kind, id, user_id, app }: Credential, scopes: Iterable<Scope>): Holder => ({
  kind,
  id,
  user_id,
  grant_id: kind === 'api_key' ? null : (app?.grant_id ?? null),
  scopes: [...scopes],
});

/** A user that records may refer to. */
export interface NamedUser {
  id: string;
  email: string;
  display_name: string;
}

type CredentialOf = (holder: Holder) => Promise<Credential | null>;
type UsersNamed = (emails: readonly string[], names: readonly string[]) => Promise<NamedUser[]>;
type Invite = (email: string) => Promise<NamedUser>;

/** Port of the platform for users; implemented by the access app. */
@Injectable()
export class UserDirectory {
  #mayBeNamed: (id: string) => Promise<boolean> = async () => false;
  #namesOf: NamesOf = async () => [ANYBODY];
  #ofUser: CredentialOf = async () => null;
  #ofKey: CredentialOf = async () => null;
  #named: UsersNamed = async () => [];
  #invite: Invite | null = null;

  /** Called once at startup by the app that owns the users. */
  answers(mayBeNamed: (id: string) => Promise<boolean>): void {
    this.#mayBeNamed = mayBeNamed;
  }

  /** The same for principals. */
  answersNames(namesOf: NamesOf): void {
    this.#namesOf = namesOf;
  }

  /** The same for credentials of users, and for the users whom texts name. */
  answersUsers(credentialOf: CredentialOf, named: UsersNamed): void {
    this.#ofUser = credentialOf;
    this.#named = named;
  }

  /** The same for credentials of API keys. */
  answersKeys(credentialOf: CredentialOf): void {
    this.#ofKey = credentialOf;
  }

  /** The same for invitations. */
  answersInvitations(invite: Invite): void {
    this.#invite = invite;
  }

  /** Credential for background work with the current rights; null if the holder has lost them. */
  credentialOf(holder: Holder): Promise<Credential | null> {
    return holder.kind === 'api_key' ? this.#ofKey(holder) : this.#ofUser(holder);
  }

  /** Active and invited users with one of these addresses or names (lower case). */
  usersNamed(emails: readonly string[], names: readonly string[]): Promise<NamedUser[]> {
    return this.#named(emails, names);
  }

  /** Invites a user without roles, as the caller and with their permissions. */
  invite(email: string): Promise<NamedUser> {
    return this.#invite!(email);
  }

  /** Principals of a user or key; for an unknown one only `any`. `through`: the app, grant or key used; null for none. */
  namesOf(principal: string, through: string | null = null): Promise<readonly string[]> {
    return this.#namesOf(principal, through);
  }

  /** Whether records of the current workspace may refer to this user: active or invited (D-ACC-6). */
  mayBeNamed(id: string): Promise<boolean> {
    return this.#mayBeNamed(id);
  }
}
