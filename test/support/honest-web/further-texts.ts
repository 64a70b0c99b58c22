import { wordsOf } from '../random-web/url-forms.ts';
import { escaped, paragraphs } from '../trap-web/text/markup.ts';
import { type Dice, dice } from '../trap-web/text/prose.ts';
import { adjectives, nouns, people, places, verbs } from '../trap-web/text/vocabulary.ts';
import type { Contents } from './site.ts';
import { definitions, headed, table } from './tables.ts';

const two = (number: number): string => String(number).padStart(2, '0');

export function timetables(seed: string): Contents {
  const line = (key: number): string => `Line ${key + 1}`;
  return {
    kind: 'timetables',
    pages: 310,
    label: line,
    page(key) {
      const roll = dice(seed, key);
      const [from, offset] = [roll.below(60), roll.below(places.length)];
      const rows = Array.from({ length: 6 + roll.below(6) }, (_, stop) => [
        places[(offset + 3 * stop) % places.length] ?? '',
        ...[6, 9, 14, 19].map(
          (hour) => `${two(hour + Math.floor((from + 7 * stop) / 60))}:${two((from + 7 * stop) % 60)}`,
        ),
      ]);
      return headed(line(key), table(['Stop', 'Early', 'Morning', 'Afternoon', 'Evening'], rows));
    },
  };
}

const squareOf = (roll: Dice): string => roll.pick([...'abcdefgh']) + (roll.below(8) + 1);

export function chessGames(seed: string): Contents {
  const players = (key: number): string => {
    const roll = dice(seed, 'players', key);
    return `${roll.pick(people)} – ${roll.pick(people)}`;
  };
  return {
    kind: 'games',
    pages: 330,
    label: (key) => `Game ${key + 1}: ${players(key)}`,
    page(key) {
      const roll = dice(seed, key);
      const move = (): string => roll.pick(['', '', 'N', 'B', 'R', 'Q', 'K']) + squareOf(roll);
      const moves = Array.from({ length: 15 + roll.below(40) }, (_, i) => `${i + 1}. ${move()} ${move()}`);
      const main = `<p>${escaped(moves.join(' '))} ${roll.pick(['1-0', '0-1', '½-½'])}</p>\n`;
      return headed(`${players(key)}, ${roll.pick(places)} ${1890 + roll.below(110)}`, main);
    },
  };
}

/** A word, and what it means in a line. */
export function dictionary(seed: string): Contents {
  const word = (key: number): string => wordsOf(key * 7).replace('-', '');
  return {
    kind: 'dictionary',
    pages: 350,
    label: word,
    page(key) {
      const roll = dice(seed, key);
      const meaning = `${roll.pick(['noun', 'verb', 'adjective'])}: ${roll.pick(verbs)} as a ${roll.pick(adjectives)} ${roll.pick(nouns)}.`;
      return headed(word(key), paragraphs([meaning]));
    },
  };
}

/** Folders of a file server: names, dates and sizes. */
export function fileListings(seed: string): Contents {
  const folder = (key: number): string => `/pub/${wordsOf(key * 11)}`;
  return {
    kind: 'files',
    pages: 320,
    label: folder,
    page(key) {
      const roll = dice(seed, key);
      const rows = Array.from({ length: 3 + roll.below(12) }, () => [
        `${roll.pick(nouns)}-${roll.below(9)}.${roll.below(20)}.${roll.pick(['tar.gz', 'zip', 'txt'])}`,
        `${1995 + roll.below(20)}-${two(roll.below(12) + 1)}-${two(roll.below(28) + 1)}`,
        `${roll.below(9_000)}K`,
      ]);
      return headed(`Index of ${folder(key)}`, table(['Name', 'Last modified', 'Size'], rows));
    },
  };
}

/** Records of people: names, places and years. */
export function parishRegister(seed: string): Contents {
  const name = (key: number): string => {
    const roll = dice(seed, 'name', key);
    return `${roll.pick([...'ABCEHJMRTW'])}. ${roll.pick(people)}`;
  };
  return {
    kind: 'register',
    pages: 340,
    label: (key) => `Entry ${key + 1}`,
    page(key) {
      const roll = dice(seed, key);
      const born = 1650 + roll.below(200);
      return {
        title: 'Register',
        main: definitions([
          ['Name', name(key)],
          ['Born', `${born}, ${roll.pick(places)}`],
          ['Died', `${born + 1 + roll.below(85)}, ${roll.pick(places)}`],
          ['Father', name(key + 1_000)],
        ]),
      };
    },
  };
}
