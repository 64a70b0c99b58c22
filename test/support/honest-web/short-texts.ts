import { paragraphs } from '../trap-web/text/markup.ts';
import { type Dice, dice } from '../trap-web/text/prose.ts';
import { adjectives, nouns, people, places, verbs } from '../trap-web/text/vocabulary.ts';
import type { Contents } from './site.ts';
import { headed } from './tables.ts';

const rules: readonly ((roll: Dice) => string)[] = [
  (roll) => `Whoever has ${roll.pick(verbs)} a ${roll.pick(nouns)} shall give notice within ${days(roll)}.`,
  (roll) => `The owner of a ${roll.pick(nouns)} is liable for the ${roll.pick(nouns)}.`,
  (roll) => `Section ${roll.below(300) + 1} applies to the ${roll.pick(nouns)} as well.`,
  (roll) => `A fine of up to ${(roll.below(90) + 1) * 100} crowns may be imposed.`,
  (roll) => `The ${roll.pick(nouns)} may be ${roll.pick(verbs)} with the consent of the council.`,
  (roll) => `Anything else is settled by the ${roll.pick(nouns)} act.`,
];
const days = (roll: Dice): string => roll.pick(['three days', 'two weeks', 'one month', 'a year']);

export function statutes(seed: string): Contents {
  const name = (key: number): string => `§ ${key + 1}`;
  return {
    kind: 'statutes',
    pages: 360,
    label: name,
    page(key) {
      const roll = dice(seed, key);
      const title = `${name(key)} ${roll.pick(nouns)} and ${roll.pick(nouns)}`;
      const count = 1 + roll.below(3);
      const texts = Array.from({ length: count }, (_, i) => `(${i + 1}) ${roll.pick(rules)(roll)}`);
      return headed(title, paragraphs(texts));
    },
  };
}

const answers = [
  ...['Thanks, that worked.', 'Same here.', 'Me too.', 'Any news on this?', 'Solved, thank you!', 'Bump.'],
  ...['Did you try to restart it?', 'Which version do you have?', 'It works for me.', 'See the manual.'],
  ...['Please search before you ask.', 'I have no idea, sorry.', 'Great, thanks a lot.', 'Closed.'],
];

export function shortThreads(seed: string): Contents {
  const question = (key: number): string => {
    const roll = dice(seed, 'question', key);
    return roll.pick([
      () => `How is a ${roll.pick(nouns)} ${roll.pick(verbs)}?`,
      () => `My ${roll.pick(nouns)} is ${roll.pick(adjectives)}`,
      () => `${roll.pick(nouns)} or ${roll.pick(nouns)}?`,
    ])();
  };
  return {
    kind: 'threads',
    pages: 350,
    label: question,
    page(key) {
      const roll = dice(seed, key);
      const posts = Array.from(
        { length: 1 + roll.below(4) },
        () => `<h3>${roll.pick(people)}, ${2001 + roll.below(20)}</h3><p>${roll.pick(answers)}</p>\n`,
      );
      return headed(question(key), posts.join(''));
    },
  };
}

/** Pages of a photograph and up to six words. */
export function captions(seed: string): Contents {
  const caption = (key: number): string => {
    const roll = dice(seed, 'caption', key);
    return roll.pick([
      () => roll.pick(places),
      () => `${roll.pick(adjectives)} ${roll.pick(nouns)}`,
      () => `${roll.pick(people)} and ${roll.pick(people)}`,
      () => `The ${roll.pick(adjectives)} ${roll.pick(nouns)} at ${roll.pick(places)}`,
    ])();
  };
  return {
    kind: 'photos',
    pages: 320,
    label: (key) => `Photo ${key + 1}`,
    page: (key) => ({
      title: 'Photos',
      main: `<figure><img src="/img/${key}.jpg" alt=""><figcaption>${caption(key)}</figcaption></figure>\n`,
    }),
  };
}

/** Pages that say which page they are: no more than are fetched before it is said that they bring nothing. */
export function pageNumbers(seed: string): Contents {
  const host = dice(seed).pick(['H', 'h3', 'North']);
  return {
    kind: 'texts',
    pages: 150,
    label: (key) => `Page ${key}`,
    page: (key) => ({ title: `${host} ${key}`, main: `<p>Text of ${host} page ${key}.</p>\n` }),
  };
}

export function members(seed: string): Contents {
  const name = (key: number): string => {
    const roll = dice(seed, 'name', key);
    return `${roll.pick(people).toLowerCase()}${roll.below(900)}`;
  };
  return {
    kind: 'members',
    pages: 340,
    label: name,
    page(key) {
      const roll = dice(seed, key);
      const line = `Member since ${1998 + roll.below(25)}, lives in ${roll.pick(places)}, ${roll.below(400)} posts.`;
      return headed(name(key), paragraphs([line]));
    },
  };
}
