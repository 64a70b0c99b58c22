import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, count, derived, flag } from '../../base/setting-kinds/setting.ts';

/** How relevance steers the crawl (`lib/domain/focus/`). */
export const focusSection = section(
  'How relevance steers the crawl of a job that has a topic ([focus.md](focus.md)).',
  {
    mode: derived(
      choice(['unfocused', 'hard', 'soft'], undefined, {
        description:
          'Whose links are followed: those of relevant pages (`hard`), of all pages with the most promising first (`soft`), or of all pages (`unfocused`). By default `hard`; with `topic.followOffTopic` `soft`.',
        example: 'soft',
      }),
    ),
    order: choice(['relevance', 'breadth-first', 'arrival', 'hash'], 'relevance', {
      description:
        'Which waiting URL is fetched next: the most promising, nearest to a seed, found first, or by a hash. An `unfocused` crawl takes `relevance` as `breadth-first`.',
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

export const defaultFocus: FocusSettings = { ...defaultsOf(focusSection), mode: 'hard' };
