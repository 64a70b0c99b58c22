import { type SettingsOf, section } from '../setting-kinds/section.ts';
import { flag, text } from '../setting-kinds/setting.ts';

export const userAgentSection = section('Who we are, as every request says.', {
  product: text({ pattern: /^[A-Za-z_-]{1,40}$/ }, 'Winnow', {
    description: 'The product token, which groups of robots.txt are matched against.',
    expected: 'letters, hyphens and underscores, at most 40',
    why: 'RFC 9309 §2.2.1 allows no other characters.',
  }),
  contact: text({ form: 'contact' }, undefined, {
    description:
      'Where the people whose site is crawled can reach you. Must be set before anything but loopback is crawled.',
    expected: 'an e-mail address, or an http(s) URL of a page that says who you are',
    example: 'crawler@example.org',
  }),
  from: flag(true, {
    description: 'Send the contact as the From header too, when it is a mail address.',
    why: 'RFC 9110 §10.1.2: a robot should, so that it can be complained about.',
    before: false,
  }),
});

/** Who we are, as every request says. */
export type Identity = SettingsOf<typeof userAgentSection.keys>;
