import type { NamedQuery } from '../named-query.ts';

export const reciprocity: NamedQuery = {
  name: 'reciprocity',
  title: 'Whether a topic competes or collaborates',
  explanation:
    'Of the links between servers inside each class, how many are answered by a link back ' +
    '(Chakrabarti, van den Berg and Dom 1999, §1, community behaviour). Few: its sites compete. Many: ' +
    'they collaborate.',
  sql: `
    SELECT
      source.class, count(*) AS links, count(back.source) AS answered,
      round(1e2 * count(back.source) / count(*), 1) AS percent
    FROM links
    JOIN pages source ON source.id = links.source
    JOIN pages target ON target.id = links.target AND target.class = source.class
    LEFT JOIN links AS back ON back.source = links.target AND back.target = links.source
    WHERE links.source_server <> links.target_server
    GROUP BY source.class
    ORDER BY count(*) DESC, source.class
  `,
};
