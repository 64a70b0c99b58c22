import { readCases } from '../test/support/cases.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

export interface Article {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly categories: readonly string[];
  readonly links: readonly string[];
}

export const encyclopedia = (): readonly Article[] => readCases<Article>('web/encyclopedia.jsonl.gz');

/** A page that is indexed. */
export interface MadePage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly class?: string;
  readonly score?: number;
  /** As a multiple of the mean. */
  readonly linkRank?: number;
}

/** Pages of 50 to 3,000 words, 400 in the middle, of passages of the encyclopedia; one in twenty nearly repeats the one before. */
export function* mixedPages(count: number): Generator<MadePage> {
  const random = seededRandom(1);
  const articles = encyclopedia().map((one) => ({ ...one, words: one.text.split(/\s+/) }));
  const any = () => articles[Math.floor(random() * articles.length)] as (typeof articles)[number];
  const passage = ({ words }: ReturnType<typeof any>, length: number): readonly string[] => {
    const from = Math.floor(random() * Math.max(1, words.length - length));
    return words.slice(from, from + length);
  };
  let before: MadePage | undefined;
  for (let at = 0; at < count; at++) {
    const about = any();
    const length = Math.min(3_000, Math.max(50, 400 * 4 ** (random() + random() + random() - 1.5)));
    const own = passage(about, Math.ceil(0.7 * length));
    const copied = random() < 0.05 ? before?.text : undefined;
    const text =
      copied === undefined ? [...own, ...passage(any(), 0.3 * length)].join(' ') : `${copied} Copied.`;
    before = {
      url: `https://h${Math.floor(500 * random() ** 3)}.example/${at}`,
      title: `${about.title}: ${own.slice(0, 6).join(' ')}`,
      text,
      score: random(),
      linkRank: 0.2 / (1 - random()) ** 0.8,
      ...(about.categories[0] !== undefined && { class: `/${about.categories[0].replaceAll('.', '/')}` }),
    };
    yield before;
  }
}

/** Queries of each kind, of words that stand side by side somewhere: the commoner a word, the oftener it is asked for. */
export function queryKinds(): Readonly<Record<string, () => string>> {
  const random = seededRandom(2);
  const texts = encyclopedia().map(({ text, categories: [name = ''] }) => ({
    words: text.match(/[\p{L}\p{N}]+/gu) ?? [],
    name: `/${name.replaceAll('.', '/')}`,
  }));
  const some = (length: number) => {
    const { words, name } = texts[Math.floor(random() * texts.length)] as (typeof texts)[number];
    const from = Math.floor(random() * Math.max(1, words.length - length));
    return { words: words.slice(from, from + length).join(' '), name };
  };
  const long = (): string => {
    for (;;) {
      const { words } = some(1);
      if (words.length >= 3) return words;
    }
  };
  return {
    'one word': () => some(1).words,
    'two words': () => some(2).words,
    'four words': () => some(4).words,
    'ten words': () => some(10).words,
    'a phrase of two words': () => `"${some(2).words}"`,
    'a phrase and a word': () => `"${some(2).words}" ${some(1).words}`,
    'a beginning of three letters': () => `${long().slice(0, 3)}*`,
    'a longer beginning': () => `${long().slice(0, 5)}*`,
    'one word or another': () => `${some(1).words} OR ${some(1).words}`,
    'one word without another': () => `${some(1).words} -${some(1).words}`,
    'two words and a class': () => `${some(2).words} class:${some(1).name}`,
    'a word and a host': () => `${some(1).words} host:h${Math.floor(500 * random() ** 3)}.example`,
    'a class alone': () => `class:${some(1).name}`,
  };
}
