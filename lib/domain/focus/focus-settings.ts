import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, count, derived, flag, number } from '../../base/setting-kinds/setting.ts';

/** How relevance steers the crawl (`lib/domain/focus/`). */
export const focusSection = section(
  'How relevance steers the crawl of a job that has a topic ([focus.md](focus.md)).',
  {
    mode: derived(
      choice(['best-first', 'hard', 'soft', 'unfocused'], undefined, {
        description:
          'Whose links are followed: of all pages while they promise `minHarvest` (`best-first`) or without end (`soft`), of relevant pages (`hard`), of all by depth (`unfocused`). By default `best-first`.',
        example: 'soft',
      }),
    ),
    minHarvest: number(0, 1, undefined, {
      description:
        'With `best-first`: bands of URLs whose pages bring less are held, and the crawl ends when nothing else waits. By default 0.05, with a `strategy` 0: none.',
      unit: 'of the pages',
      why: 'It is what a relevant page may cost: twenty fetches.',
      example: 0.02,
    }),
    order: choice(['relevance', 'breadth-first', 'arrival', 'hash'], 'relevance', {
      description:
        'Which waiting URL is fetched next: the most promising, nearest to a seed, found first, or by a hash. An `unfocused` crawl takes `relevance` as `breadth-first`.',
    }),
    hostLoad: flag(false, {
      description: 'Of hosts with about equally relevant URLs, first the one of which fewest were visited.',
    }),
    parents: choice(['mean', 'best'], 'mean', {
      description: 'What a URL is worth that several pages link to: the mean of its links, or the best.',
    }),
    linkScores: flag(true, {
      description:
        'Judge links by their anchor text and the words of their URL too, not by their page alone.',
    }),
    latent: choice(['trained', 'always', 'never'], 'trained', {
      description:
        'Judge links by what words mean in what was read, too ([focus.md](focus.md)): where a model judges pages (`trained`), or with any topic.',
    }),
    distill: count(0, 1_000_000, 0, {
      description:
        'After so many fetches raise what the best hubs link to; without a topic, what ranks highest ([links.md](links.md)). 0: never.',
      unit: 'pages',
      why: 'It reads the link graph.',
      example: 500,
    }),
    tunnel: count(0, 29, 29, {
      description: 'With `soft`: the most off-topic pages in a row whose links are followed. 29: no limit.',
      unit: 'pages',
    }),
  },
);

export type FocusSettings = SettingsOf<typeof focusSection.keys>;

export const defaultFocus: FocusSettings = { ...defaultsOf(focusSection), mode: 'best-first' };

/** Whether relevance orders the frontier. */
export function isRelevanceOrdered({ mode, order }: FocusSettings, hasTopic: boolean): boolean {
  return hasTopic && mode !== 'unfocused' && order === 'relevance';
}

const usualHarvest = 0.05;

/** What tells whether a job has a tail. */
export interface TailSettings {
  readonly focus: FocusSettings;
  readonly topic?: object | undefined;
  readonly strategy: { readonly stages: readonly unknown[] };
}

/** The harvest below which bands are held; undefined where the job follows whatever waits. A strategy ends by its own objectives. */
export function tailOf({ focus, topic, strategy }: TailSettings): number | undefined {
  const { mode, minHarvest = strategy.stages.length === 0 ? usualHarvest : 0 } = focus;
  return mode === 'best-first' && minHarvest > 0 && isRelevanceOrdered(focus, topic !== undefined)
    ? minHarvest
    : undefined;
}
