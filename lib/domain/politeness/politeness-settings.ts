import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, count, named, number, seconds, text } from '../../base/setting-kinds/setting.ts';

const day = 86_400;
const month = 30 * day;

/** When a host may next be asked: every term of its gap. docs/politeness.md says how they come together. */
export const politenessSection = section(
  'How gently hosts are treated; for one host it holds across all jobs. `winnow why <host>` names each term of its gap.',
  {
    waitIntervalHost: named(
      'gapMs',
      seconds(0, day, 60, {
        description: 'From the end of one request to the start of the next, to one host.',
        why: "Combine's default. Below 1 only for hosts of your own.",
      }),
    ),
    maxCrawlDelay: seconds(0, month, 300, {
      description: 'The longest Crawl-delay of a robots.txt that is obeyed; a longer one counts as this.',
      why: 'Some sites ask for days.',
    }),
    responseFactor: number(0, 100, 0, {
      description:
        'A host rests at least so many times as long as its last answer took; 0: no matter how long.',
      unit: 'times',
      why: 'With a short gap set it to 5, as Heritrix does: a slow host is asked less often.',
    }),
    maxResponseDelay: seconds(0, day, 30, {
      description: 'The longest rest that follows from `responseFactor`.',
      why: "Heritrix's default.",
    }),
    firstBackoff: seconds(1, day, 60, {
      description:
        'How long a host is left alone after its first failure, even if its Retry-After is shorter. Doubles with each failure in a row; up to a quarter is added at random.',
    }),
    maxBackoff: seconds(1, month, day, {
      description:
        'The longest that a host is left alone after 429, 503 or failures in a row, Retry-After included.',
    }),
    parkAfter: count(1, 1_000, 5, {
      description:
        'After so many failures in a row a host is parked: it gets one request a turn until one is answered.',
      unit: 'failures',
      why: 'Its URLs keep their tries.',
    }),
    giveUpAfter: seconds(day, 12 * month, month, {
      description:
        'A host that has been parked for so long is not asked any more, until something new leads to it.',
      why: 'Each probe costs a turn, and most dead hosts stay dead.',
    }),
    unit: choice(['host', 'domain', 'address'], 'host', {
      description:
        'What has one gap: each host, or all hosts of a registered domain or of an IP address together, beside the gap of each.',
      why: 'Hosts of a small site are often one machine.',
    }),
    window: text({ form: 'time window' }, undefined, {
      description:
        'Hours of the day in which a request to a host may start; without it always. Use `overrides` for single hosts.',
      expected:
        'two times of the day and a time zone, such as 22:00-06:00 Europe/Stockholm (without a zone: UTC)',
      example: '22:00-06:00 Europe/Stockholm',
    }),
  },
);

export type PolitenessSettings = SettingsOf<typeof politenessSection.keys>;
