import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { count, flag, text } from '../../base/setting-kinds/setting.ts';

/** What an entry of `sinks` says of a webhook. */
export const webhookKeys = {
  url: text({ max: 2_000, pattern: /^https?:\/\//, expected: 'a URL of http or https' }, undefined, {
    description: 'Where changes are posted.',
    expected: 'a URL of http or https',
    example: 'https://hooks.example.org/winnow',
  }),
  secret: text({ form: 'secret name' }, undefined, {
    description: 'With the key that signs.',
    example: 'hook-key',
  }),
  oldSecret: text({ form: 'secret name' }, undefined, {
    description: 'With the key before.',
    example: 'hook-key-before',
  }),
  atOnce: count(1, 16, undefined, {
    description:
      'Messages at once, 8 unless it says otherwise. 1: for a receiver that serves one connection.',
    example: 1,
  }),
  difference: flag(true, {
    description: 'Tell differences of texts.',
  }),
};

export type WebhookSettings = SettingsOf<typeof webhookKeys>;
