import { shifted, spoken } from '../trap-web/text/dates.ts';
import { escaped } from '../trap-web/text/markup.ts';
import { type Dice, dice, headline } from '../trap-web/text/prose.ts';
import { adjectives, nouns, people, places, verbs } from '../trap-web/text/vocabulary.ts';
import { firstDay } from './readings.ts';
import type { Contents } from './site.ts';
import { definitions, headed, table } from './tables.ts';

const two = (number: number): string => String(number).padStart(2, '0');
const initial = (roll: Dice): string => roll.pick([...'ABCDEFGHJKLMNPRSTVW']);

const events: readonly ((roll: Dice) => string)[] = [
  (roll) => `kernel: eth${roll.below(3)} link up, ${roll.pick([10, 100, 1000])} Mbps`,
  (roll) => `sshd[${roll.below(30_000)}]: session opened for ${roll.pick(people).toLowerCase()}`,
  (roll) => `cron[${roll.below(30_000)}]: job ${roll.below(40)} ended in ${roll.below(900)} ms`,
  (roll) => `disk sd${roll.pick(['a', 'b', 'c'])}: ${roll.below(99)} % used`,
  (roll) => `httpd: GET /${roll.pick(nouns)} ${roll.pick([200, 200, 304, 404])} ${roll.below(90_000)}`,
  (roll) => `backup: ${roll.below(4_000)} files, ${roll.below(900)} MB`,
  () => 'ntpd: clock is in step',
];

export function logs(seed: string): Contents {
  const day = (key: number): string => spoken(shifted(firstDay, key));
  return {
    kind: 'logs',
    pages: 310,
    label: day,
    page(key) {
      const roll = dice(seed, key);
      const lines = Array.from({ length: 20 + roll.below(20) }, (_, i) => {
        const time = `${two(Math.floor(i / 2))}:${two(roll.below(60))}:${two(roll.below(60))}`;
        return `${time} ${roll.pick(events)(roll)}`;
      });
      return headed(`Log of ${day(key)}`, `<pre>${escaped(lines.join('\n'))}</pre>\n`);
    },
  };
}

export function catalogueCards(seed: string): Contents {
  const titleOf = (key: number): string => headline(dice(seed, 'title', key));
  return {
    kind: 'catalogue',
    pages: 350,
    label: titleOf,
    page(key) {
      const roll = dice(seed, key);
      const card = definitions([
        ['Author', `${roll.pick(people)}, ${initial(roll)}.`],
        ['Title', titleOf(key)],
        ['Published', `${roll.pick(places)}, ${1850 + roll.below(150)}`],
        ['Pages', 40 + roll.below(600)],
        ['Shelf mark', `${initial(roll)}${initial(roll)} ${roll.below(900)}.${roll.below(90)}`],
      ]);
      return { title: 'Catalogue', main: `<h1>Catalogue card</h1>${card}` };
    },
  };
}

export function phoneBook(seed: string): Contents {
  const name = (key: number): string => `Page ${key + 1}`;
  return {
    kind: 'phone book',
    pages: 320,
    label: name,
    page(key) {
      const roll = dice(seed, key);
      const rows = Array.from({ length: 15 }, () => [
        `${roll.pick(people)} ${initial(roll)}.`,
        `0${roll.below(900) + 100} ${roll.below(900_000) + 100_000}`,
      ]);
      return headed(`Phone book, ${name(key).toLowerCase()}`, table(['Name', 'Number'], rows));
    },
  };
}

const changes: readonly ((roll: Dice) => string)[] = [
  (roll) => `Fixed a crash when the ${roll.pick(nouns)} is ${roll.pick(verbs)}`,
  (roll) => `Faster ${roll.pick(nouns)} of ${roll.pick(adjectives)} files`,
  (roll) => `New option --${roll.pick(nouns)}`,
  (roll) => `Updated lib${roll.pick(nouns)} to ${roll.below(9)}.${roll.below(30)}`,
  () => 'Small fixes',
  () => 'Translations updated',
];

export function changelogs(seed: string): Contents {
  const version = (key: number): string =>
    `${Math.floor(key / 60) + 1}.${Math.floor(key / 6) % 10}.${key % 6}`;
  return {
    kind: 'changelog',
    pages: 330,
    label: (key) => `Version ${version(key)}`,
    page(key) {
      const roll = dice(seed, key);
      const items = Array.from({ length: 2 + roll.below(4) }, () => `<li>${roll.pick(changes)(roll)}</li>`);
      return headed(`Version ${version(key)}`, `<ul>${items.join('\n')}</ul>\n`);
    },
  };
}
