import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, list, seconds } from '../../base/setting-kinds/setting.ts';
import { purposes } from '../rights/purposes.ts';

const hour = 3_600;
const day = 24 * hour;

/** The `robots` section. */
export const robotsSection = section('robots.txt, which is always obeyed.', {
  maxAge: seconds(60, day, day, {
    description: 'It is fetched again when it is older than this, or than its own max-age.',
    why: 'RFC 9309 §2.4: not longer than 24 hours.',
  }),
  outage: seconds(hour, 60 * day, 30 * day, {
    description: 'After so long without an answer the last copy holds again; until then nothing is fetched.',
  }),
  afterOutage: choice(['deny', 'allow'], 'deny', {
    description: 'What holds after such an outage where there is no copy.',
    why: 'RFC 9309 §2.3.1.4 permits both.',
  }),
  longCrawlDelay: choice(['cap', 'deny'], 'cap', {
    description:
      'What a Crawl-delay or Request-rate beyond `politeness.maxCrawlDelay` means: `cap` waits that long, `deny` leaves the host alone.',
  }),
});

export type RobotsSettings = SettingsOf<typeof robotsSection.keys>;

/** The top-level key `purpose`. */
export const purposeSetting = list(purposes, { min: 1, max: purposes.length }, ['search'], {
  description: 'What the collection is for. A page whose owner refuses one of these uses is denied.',
  why: 'See [robots.md](robots.md#usage-what-a-page-may-be-taken-for).',
  example: ['search', 'ai-input'],
});
