import { readStoredObject } from '../stored-json.ts';
import { topicVersion } from '../topic/judgement.ts';
import type { TopicSettings } from '../topic/topic-settings.ts';
import { featureCount } from './link-features.ts';
import { type LinkCounts, type LinkModel, modelOf, newLinkModel } from './link-model.ts';

interface Stored extends LinkCounts {
  readonly v: number;
  readonly mean: number;
  readonly gradients: string;
  readonly squares: string;
}

/** Some 22 KB of text. */
export function encodeLinkModel({ gradients, squares, counts, mean }: LinkModel): string {
  const base64 = (numbers: Float32Array): string => Buffer.from(numbers.buffer).toString('base64');
  const stored: Stored = {
    ...{ v: 1, ...counts, mean },
    ...{ gradients: base64(gradients), squares: base64(squares) },
  };
  return JSON.stringify(stored);
}

/** A model of another form, or a damaged one, teaches nothing: it begins anew. */
export function decodeLinkModel(text: string): LinkModel {
  const stored = readStoredObject<Stored>(text);
  if (stored?.v !== 1) return newLinkModel();
  const { examples, pages, urls, mean } = stored;
  const [gradients, squares] = [numbersOf(stored.gradients), numbersOf(stored.squares)];
  if (gradients.length !== featureCount || squares.length !== featureCount) return newLinkModel();
  return modelOf(gradients, squares, { examples, pages, urls }, mean);
}

function numbersOf(base64: string): Float32Array {
  const bytes = Buffer.from(String(base64), 'base64');
  if (bytes.length !== featureCount * Float32Array.BYTES_PER_ELEMENT) return new Float32Array();
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** What the model of a topic is called: another topic has another one. */
export function linkModelName(topic: TopicSettings | undefined): string {
  return topic === undefined ? 'links' : `links-${topicVersion(topic)}`;
}
