import * as z from 'zod';
import { flag, section } from './field.ts';

/** How relevance steers the crawl (`lib/domain/focus/`). */
export const focusSchema = section(
  'How relevance steers the crawl of a job that has a topic: which links are followed, and in which order. Modes, orders and when to use what: [focus.md](focus.md).',
  {
    mode: z.enum(['unfocused', 'hard', 'soft']).optional().meta({
      description:
        'Whose links are followed: those of relevant pages (`hard`), of all pages, the most promising first (`soft`), or of all pages (`unfocused`). By default `hard`; with `topic.followOffTopic` `soft`.',
      expected: 'unfocused, hard or soft',
      why: 'Hard focus is what Combine does.',
      example: 'soft',
    }),
    order: z.enum(['relevance', 'breadth-first', 'arrival', 'hash']).default('relevance').meta({
      description:
        'Which waiting URL is fetched next: the most promising, the one nearest to a seed, the one found first, or one by a hash of the URL. An `unfocused` crawl takes `relevance` as `breadth-first`.',
      expected: 'relevance, breadth-first, arrival or hash',
    }),
    parents: z.enum(['mean', 'best']).default('mean').meta({
      description:
        'What a URL is worth that several pages link to: the mean of what the links promise, or the best.',
      expected: 'mean or best',
      why: 'Score propagation, as Combine has it.',
    }),
    linkScores: flag(true, {
      description:
        'Judge links by their anchor and the words of their URL with the filter of the topic, not by the page that they stand on alone.',
    }),
    tunnel: z.int().min(0).max(29).default(29).meta({
      description:
        'With `soft`: how many pages off topic may lie in a row on the way to a page; their links are followed. 29 is without end.',
      unit: 'pages',
    }),
  },
);
