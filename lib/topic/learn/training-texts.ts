import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { faultOf } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { Corpus } from './corpus.ts';
import { isPair } from './words.ts';

/** What a model was trained with, in short, for those who learn what words mean in its field. */
export interface TrainingTexts {
  readonly v: 1;
  /** Digest of the whole training set (`Corpus.digest`). */
  readonly of: string;
  readonly texts: readonly TrainingText[];
}

export interface TrainingText {
  readonly class: string;
  /** The first different words, each as often as it stands in the text. */
  readonly words: string;
}

/** Documents of a class, and words of each. */
const [mostOfClass, mostWords] = [1_000, 1_000];

/** Some documents of a corpus, as evenly spread as there are more; the same for the same corpus. */
export function trainingTextsOf(corpus: Corpus): Uint8Array {
  const { classes, labels, digest } = corpus;
  const texts = classes.flatMap((name, number) => {
    const documents = [...labels.keys()].filter((document) => labels[document] === number);
    const step = Math.max(1, documents.length / mostOfClass);
    const chosen = documents.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
    return chosen.map((document) => ({ class: name, words: wordsIn(corpus, document) }));
  });
  const written: TrainingTexts = { v: 1, of: digest, texts };
  return gzipSync(JSON.stringify(written));
}

function wordsIn({ words, starts, ids, counts }: Corpus, document: number): string {
  const found: string[] = [];
  for (let at = starts[document] as number; at < (starts[document + 1] as number); at += 1) {
    const word = words[ids[at] as number] as string;
    if (isPair(word)) continue;
    for (let times = 0; times < (counts[at] as number) && found.length < mostWords; times += 1)
      found.push(word);
  }
  return found.join(' ');
}

/** Undefined for what is damaged, or of another version. */
export function readTrainingTexts(bytes: Uint8Array): TrainingTexts | undefined {
  try {
    const stored = readStoredObject<TrainingTexts>(gunzipSync(bytes).toString());
    return stored?.v === 1 && Array.isArray(stored.texts) ? stored : undefined;
  } catch (error) {
    faultOf(error);
    return undefined;
  }
}

/** By what an installation keeps the training texts of a model. @param digest of the model */
export function trainingTextsKey(digest: string): string {
  return hash('sha256', `training texts of ${digest}`);
}
