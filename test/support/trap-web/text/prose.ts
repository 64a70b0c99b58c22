import { seededRandom } from '../../seeded-random.ts';
import { adjectives, nouns, people, places, verbs } from './vocabulary.ts';

/** Draws that are the same for the same keys. */
export interface Dice {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number below `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

export type DiceKey = string | number;

export function dice(...keys: readonly DiceKey[]): Dice {
  const next = seededRandom(hashed(keys.join('\0')));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] as never,
    chance: (share) => next() < share,
  };
}

/** FNV-1a. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const templates: readonly ((roll: Dice) => string)[] = [
  (roll) => `The ${a(roll)} ${n(roll)} ${v(roll)} the ${n(roll)} near ${pl(roll)}`,
  (roll) => `In ${year(roll)} ${pe(roll)} ${v(roll)} a ${a(roll)} ${n(roll)}`,
  (roll) => `Every ${n(roll)} in ${pl(roll)} has its ${a(roll)} ${n(roll)}, and the ${n(roll)} too`,
  (roll) => `${pe(roll)} ${v(roll)} the ${n(roll)} before the ${a(roll)} ${n(roll)} was ${v(roll)}`,
  (roll) => `Between ${pl(roll)} and ${pl(roll)} a ${n(roll)} was ${v(roll)} by the ${n(roll)}`,
  (roll) => `Nobody ${v(roll)} the ${a(roll)} ${n(roll)} until the ${n(roll)} ${v(roll)} it`,
  (roll) => `It is a ${a(roll)} ${n(roll)}, ${a(roll)} and ${a(roll)}, with a ${n(roll)} of ${n(roll)}`,
  (roll) =>
    `The ${n(roll)} of ${pl(roll)} ${v(roll)} its ${n(roll)} and ${v(roll)} the ${a(roll)} ${n(roll)}`,
  (roll) => `“A ${n(roll)} is no ${n(roll)},” said ${pe(roll)}, who ${v(roll)} the ${n(roll)}`,
  (roll) => `Some ${roll.below(80) + 2} of them ${v(roll)} the ${n(roll)} that ${pe(roll)} had ${v(roll)}`,
  (roll) => `When the ${n(roll)} ${v(roll)} the ${n(roll)}, the ${a(roll)} ${n(roll)} was ${v(roll)}`,
  (roll) => `${pl(roll)} ${v(roll)} it for a ${n(roll)}; ${pe(roll)} for a ${a(roll)} ${n(roll)}`,
];

const n = (roll: Dice): string => roll.pick(nouns);
const a = (roll: Dice): string => roll.pick(adjectives);
const v = (roll: Dice): string => roll.pick(verbs);
const pl = (roll: Dice): string => roll.pick(places);
const pe = (roll: Dice): string => roll.pick(people);
const year = (roll: Dice): number => 1800 + roll.below(200);

export function sentence(roll: Dice): string {
  return `${roll.pick(templates)(roll)}.`;
}

/** Sentences of about `words` words, as paragraphs. */
export function prose(roll: Dice, words: number): readonly string[] {
  const paragraphs: string[] = [];
  let paragraph: string[] = [];
  for (let count = 0; count < words; ) {
    const next = sentence(roll);
    count += next.split(' ').length;
    paragraph.push(next);
    if (paragraph.length === 5) {
      paragraphs.push(paragraph.join(' '));
      paragraph = [];
    }
  }
  return paragraph.length === 0 ? paragraphs : [...paragraphs, paragraph.join(' ')];
}

/** Three to five words, as above an article. */
export function headline(roll: Dice): string {
  const text = roll.pick([
    () => `The ${a(roll)} ${n(roll)} of ${pl(roll)}`,
    () => `${pe(roll)} and the ${a(roll)} ${n(roll)}`,
    () => `A ${n(roll)} for ${pl(roll)}`,
    () => `${pl(roll)}: ${a(roll)} ${n(roll)}, ${a(roll)} ${n(roll)}`,
  ])();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words joined with hyphens, as titles become in URLs. */
export function slug(roll: Dice, words = 3): string {
  return Array.from({ length: words }, () => (roll.chance(0.5) ? a(roll) : n(roll))).join('-');
}

const alphabets = {
  digits: '0123456789',
  hex: '0123456789abcdef',
  alnum: '0123456789abcdefghijklmnopqrstuvwxyz',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
} as const;

export type Alphabet = keyof typeof alphabets;

/** What a server makes up: the letters of a session id. */
export function token(roll: Dice, alphabet: Alphabet, length: number): string {
  return Array.from({ length }, () => roll.pick([...alphabets[alphabet]])).join('');
}
