import * as z from 'zod';
import { flag, section } from './field.ts';

/** How relevance steers the crawl (`lib/domain/focus/`). */
export const focusSchema = section(
  'How relevance steers the crawl of a job that has a topic: which links are followed, and in which order. Modes, orders and when to use what: [focus.md](focus.md).',
  {
    mode: z.enum(['unfocused', 'hard', 'soft']).optional().meta({
      description:
        'Whose links are followed: those of relevant pages (`hard`), or of all pages (`soft`, `unfocused`). `soft` fetches the links of relevant pages first, `unfocused` takes no notice of relevance. By default `hard`; with `topic.followOffTopic` `soft`.',
      expected: 'unfocused, hard or soft',
      why: 'Hard focus is what Combine does, and cannot run away; soft focus reaches what lies behind other pages.',
      example: 'soft',
    }),
    order: z.enum(['relevance', 'breadth-first', 'arrival', 'hash']).default('relevance').meta({
      description:
        'Which of the URLs that wait is fetched next: the most promising; the one that is fewest links from a seed; the one that was found first; or one by a hash of the URL, which is as good as chance. An `unfocused` crawl is never in the order of `relevance`, but `breadth-first`.',
      expected: 'relevance, breadth-first, arrival or hash',
    }),
    parents: z.enum(['mean', 'best']).default('mean').meta({
      description:
        'What several pages say that link to the same URL: the mean of what the links promise counts, or the best of them.',
      expected: 'mean or best',
      why: 'Score propagation, as Combine calls it: what only some of many links praise is less likely relevant.',
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
