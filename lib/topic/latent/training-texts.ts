import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { faultOf } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { latentTextLength } from './latent-text.ts';

/** What a model was trained with, in short, for those who learn what words mean in its field. */
export interface TrainingTexts {
  readonly v: 1;
  /** Digest of the whole training set (`Corpus.digest`). */
  readonly of: string;
  readonly texts: readonly TrainingText[];
}

export interface TrainingText {
  readonly class: string;
  /** Its beginning, as it was written. */
  readonly text: string;
  /** The language that it declares. */
  readonly language?: string;
}

export interface TrainingTextsBuilder {
  add(text: TrainingText): void;
  /** Those kept of what was added, the same in whatever order; written, for the training set with this digest. */
  finish(of: string): Uint8Array;
}

/** Documents of a class. */
const mostOfClass = 1_000;

/** Keeps the beginnings of a thousand documents of each class: those with the smallest digests. */
export function openTrainingTexts(): TrainingTextsBuilder {
  const classes = new Map<string, (readonly [digest: string, text: TrainingText])[]>();
  return {
    add({ text, ...rest }) {
      const kept = { ...rest, text: text.slice(0, latentTextLength) };
      const all = classes.get(rest.class) ?? [];
      classes.set(rest.class, all);
      all.push([hash('sha256', kept.text), kept]);
      if (all.length === 2 * mostOfClass) smallest(all);
    },
    finish(of) {
      const names = [...classes.keys()].sort();
      const texts = names.flatMap((name) => smallest(classes.get(name) ?? []).map(([, text]) => text));
      const written: TrainingTexts = { v: 1, of, texts };
      return gzipSync(JSON.stringify(written));
    },
  };
}

function smallest<T>(all: (readonly [digest: string, T])[]): readonly (readonly [string, T])[] {
  all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).splice(mostOfClass);
  return all;
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
