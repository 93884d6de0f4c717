import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Settings } from '../config/settings.js';
import { contextIfAny } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { forbidden } from '../errors/api-error.js';
import { Secrets } from '../security/secrets.js';
import type { LinkOptions } from './blob-store.js';

/** Signed download links for the local store. A link is a bearer token until it expires, and tamper-proof. */
@Injectable()
export class FileLinks {
  /** The signing key, then the previous one. */
  readonly #keys: Buffer[];

  constructor(
    secrets: Secrets,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    this.#keys = secrets.deriveAll('file links');
  }

  make(key: string, { name, mime_type, expires }: LinkOptions): string {
    const given = givenFor();
    const facts = {
      name,
      type: mime_type,
      expires: String(Math.floor(expires / 1000)),
      ...(given && { for: JSON.stringify(given) }),
    };
    const query = new URLSearchParams({ ...facts, signature: this.#sign(key, facts, this.#keys[0]!) });
    return `${this.settings.filesUrl}/files/${key}?${query}`;
  }

  /** Verifies a link; 403 if it is forged, altered or expired. */
  read(key: string, query: Record<string, unknown>): FileLink {
    const [name, type, expires] = [String(query.name), String(query.type), String(query.expires)];
    const about = query.for === undefined ? undefined : String(query.for);
    const given = Buffer.from(String(query.signature));
    const isOf = (signing: Buffer) => {
      const wanted = Buffer.from(this.#sign(key, { name, type, expires, for: about }, signing));
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    };
    if (!this.#keys.some(isOf)) throw forbidden('This link is not valid: it is altered or incomplete.');
    const end = Number(expires) * 1000;
    if (end <= this.clock.now()) throw forbidden('This link has expired. Request a new one.');
    return { name, mime_type: type, expires: end, given: about ? (JSON.parse(about) as Given) : null };
  }

  #sign(
    key: string,
    { name, type, expires, for: given }: Record<'name' | 'type' | 'expires', string> & { for?: string },
    signing: Buffer,
  ) {
    return createHmac('sha256', signing)
      .update(JSON.stringify([key, expires, name, type, ...(given === undefined ? [] : [given])]))
      .digest('base64url');
  }
}

/** Recipient, record and app of a link, so that policies are checked on download (D-GRD-6). */
type Given = [principal: string, workspaceId: string, type: string, id: string, clientId?: string];

interface FileLink {
  name: string;
  mime_type: string;
  /** Milliseconds since 1970. */
  expires: number;
  given: Given | null;
}

/** The caller and the record of the running request; null for what is made outside of one. */
function givenFor(): Given | null {
  const { workspaceId, actor, route, record } = contextIfAny() ?? {};
  const type = route?.loads?.store.resource.type;
  if (!workspaceId || !actor?.id || !type || !record) return null;
  const { id } = record as { id: string };
  const given: Given = [`${actor.type}:${actor.id}`, workspaceId, type, id];
  if (actor.via) given[4] = actor.via.id;
  return given;
}
