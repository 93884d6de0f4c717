import { Injectable } from '@nestjs/common';
import { AddressPolicy, checkUrl, ForbiddenAddressError, invalidField, Settings } from '../../platform/index.js';

/** Validates the URLs of webhooks. */
@Injectable()
export class WebhookUrls {
  constructor(
    private readonly addresses: AddressPolicy,
    private readonly settings: Settings,
  ) {}

  /** Throws 400 for a malformed URL, and for one in a network that is not public. */
  async check(url: string): Promise<void> {
    const checked = checkUrl(url, { httpsOnly: this.settings.APP_ENV === 'production' });
    if (!checked.ok) throw invalidField('url', 'invalid_format', `url ${checked.reason}.`);
    try {
      await this.addresses.assertReachableAtCreate(checked.url);
    } catch (error) {
      if (!(error instanceof ForbiddenAddressError)) throw error;
      throw invalidField('url', 'invalid_value', 'url must lead to a public address.');
    }
  }
}
