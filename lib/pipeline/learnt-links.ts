import { placeFeature } from '../domain/focus/link-features.ts';
import { weightOf } from '../domain/focus/link-model.ts';
import { decodeLinkModel, linkModelName } from '../domain/focus/link-model-text.ts';
import type { LinkPlace } from '../domain/link.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { Ports } from '../ports/ports.ts';
import { learnsLinks } from './link-learning.ts';

/** What a crawl has learnt of its links, as far as it has a name. */
export interface LearntLinks {
  /** That it was taught by, and that are stored. */
  readonly pages: number;
  /** By how much links in these places of a page are set forward or, below 0, back: logarithms of odds. */
  readonly places: Readonly<Partial<Record<LinkPlace, number>>>;
}

const places: readonly LinkPlace[] = [
  ...(['main', 'article', 'body', 'header', 'nav', 'aside', 'footer', 'text'] as const),
];

/** Of a job that learns; of others nothing. */
export async function learntLinks(
  { jobs }: Pick<Ports, 'jobs'>,
  settings: JobSettings,
): Promise<{ readonly learnt?: LearntLinks }> {
  if (!learnsLinks(settings)) return {};
  const note = await jobs.note(settings.name, linkModelName(settings.topic));
  if (note === undefined) return { learnt: { pages: 0, places: {} } };
  const model = decodeLinkModel(note.text);
  const weights = places.flatMap((place) => {
    const weight = Math.round(100 * weightOf(model, placeFeature(place))) / 100;
    return weight === 0 ? [] : [[place, weight] as const];
  });
  return { learnt: { pages: model.counts.examples, places: Object.fromEntries(weights) } };
}
