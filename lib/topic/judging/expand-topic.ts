import { cosine, type LatentJudge } from '../latent/latent-judge.ts';
import { wordsOf } from '../learn/words.ts';
import { defaultLocationWeights, plainMatching } from '../terms/plain-scores.ts';
import type { TopicTerm } from '../terms/topic-file.ts';

/** A text that was read in the field of a topic. */
export interface FieldText {
  /** Its URL, or the name of a file or class. */
  readonly source: string;
  readonly title: string;
  readonly text: string;
  /** Whether it is on topic; absent: nobody knows. */
  readonly isOn?: boolean;
}

/** A term for a topic definition, and why. */
export interface ProposedTerm {
  readonly term: string;
  /** Of the term and the topic: the cosine of their directions. */
  readonly nearness: number;
  /** The term of the definition that lies nearest; absent: it has none on topic that is known. */
  readonly near?: string;
  /** Points and classes of that term, less points the farther it lies. */
  readonly weight: number;
  readonly classes: readonly string[];
  /** Texts that have it, on topic and off. */
  readonly on: number;
  readonly off: number;
  /** The first text on topic that has it. */
  readonly example: Pick<FieldText, 'source' | 'title' | 'text'>;
}

/** Of terms for a definition without any, at the topic's direction itself. */
const [mostPoints, onlyClass] = [100, 'topic'] as const;

/** A word that a definition can have as a term. */
const word = /^\p{L}[\p{L}\p{N}\p{M}'-]{2,}$/u;

/**
 * Terms of a field that lie near the direction of its topic, stand in some text on topic, and are not found by a term of the
 * definition yet. The nearest first.
 */
export function expandTopic(
  judge: LatentJudge,
  terms: readonly TopicTerm[],
  texts: readonly FieldText[],
  most: number,
): readonly ProposedTerm[] {
  const isKnown = knownBy(terms);
  const likeTerms = likest(judge, terms);
  const readIn = openIndex(texts);
  const proposed: ProposedTerm[] = [];
  for (const { name, nearness } of judge.field()) {
    if (proposed.length === most) break;
    const read = !word.test(name) || isKnown(name) ? undefined : readIn(name);
    if (read?.example === undefined) continue;
    const like = likeTerms(name);
    proposed.push({
      ...{ term: name, nearness, on: read.on, off: read.off, example: read.example },
      weight: Math.max(1, Math.round((like?.term.weight ?? mostPoints) * nearness)),
      classes: like?.term.classes ?? [onlyClass],
      ...(like === undefined ? {} : { near: like.term.term }),
    });
  }
  return proposed;
}

/** Whether a word is found by a term, or stands in one. */
function knownBy(terms: readonly TopicTerm[]): (name: string) => boolean {
  const written = new Set(terms.flatMap(({ parts }) => parts.flatMap((part) => part.split(' '))));
  const matching = plainMatching(terms, new Set(), defaultLocationWeights);
  return (name) => {
    let found = written.has(name);
    matching({ url: '', title: '', metadata: [], headings: [], text: name }, () => {
      found = true;
    });
    return found;
  };
}

function likest(judge: LatentJudge, terms: readonly TopicTerm[]) {
  const placed = terms.flatMap((term) => {
    const place = term.weight > 0 ? judge.place(term.term) : undefined;
    return place === undefined ? [] : [{ term, place }];
  });
  return (name: string) => {
    const place = judge.place(name);
    if (place === undefined) return undefined;
    let best: { readonly term: TopicTerm; readonly likeness: number } | undefined;
    for (const one of placed) {
      const likeness = cosine(one.place, place);
      if (best === undefined || likeness > best.likeness) best = { term: one.term, likeness };
    }
    return best;
  };
}

interface ReadIn {
  on: number;
  off: number;
  example?: FieldText;
}

function openIndex(texts: readonly FieldText[]): (name: string) => ReadIn | undefined {
  const read = new Map<string, ReadIn>();
  for (const one of texts) {
    for (const name of new Set(wordsOf(`${one.title}\n${one.text}`))) {
      let counts = read.get(name);
      if (counts === undefined) {
        counts = { on: 0, off: 0 };
        read.set(name, counts);
      }
      if (one.isOn === true) {
        counts.on += 1;
        counts.example ??= one;
      } else if (one.isOn === false) counts.off += 1;
    }
  }
  return (name) => read.get(name);
}
