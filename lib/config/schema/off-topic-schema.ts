import * as z from 'zod';
import { section } from './field.ts';

/** The `offTopic` section. */
export const offTopicSchema = section(
  'Pages that the topic refuses. Of each its score, its best class, its tries and dates are kept in any case, and its links in the link log.',
  {
    keep: z.enum(['none', 'text', 'all']).default('none').meta({
      description:
        'What else is kept of them: `text` what their records would say, `all` their raw documents too. They are no part of the collection; `winnow reclassify` judges them again when the topic changes.',
      expected: 'none, text or all',
      why: 'Else a page that a changed topic would take is fetched again.',
    }),
  },
);
