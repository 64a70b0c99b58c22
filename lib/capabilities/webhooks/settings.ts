import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { flag, text } from '../../base/setting-kinds/setting.ts';

/** What an entry of `sinks` says of a webhook. */
export const webhookKeys = {
  url: text({ max: 2_000, pattern: /^https?:\/\//, expected: 'a URL of http or https' }, undefined, {
    description: 'The address that each change is posted to.',
    expected: 'a URL of http or https',
    example: 'https://hooks.example.org/winnow',
  }),
  secret: text({ form: 'secret name' }, undefined, {
    description: 'The secret with the key that signs messages: `whsec_`, then 24 to 64 bytes in base64.',
    example: 'hook-key',
  }),
  oldSecret: text({ form: 'secret name' }, undefined, {
    description: 'The secret of the key before, which signs, too, until the receiver knows the new one.',
    example: 'hook-key-before',
  }),
  difference: flag(true, {
    description: 'Whether a page whose text changed comes with the difference.',
  }),
};

export type WebhookSettings = SettingsOf<typeof webhookKeys>;
