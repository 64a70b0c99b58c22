import type { NamedQuery } from '../named-query.ts';

export const citations: NamedQuery = {
  name: 'citations',
  title: 'Pages of one class that link to pages of another',
  explanation:
    'Pages of class `from` that cite class `to`, each with what is below it: what joins two topics ' +
    '(Chakrabarti, van den Berg and Dom 1999, §1, linkage: traffic radar makers and insurance ' +
    'companies).',
  parameters: { from: null, to: null },
  sql: `
    WITH RECURSIVE
      citing(class) AS (
        SELECT class FROM classes WHERE class = :from
        UNION ALL
        SELECT classes.class FROM classes JOIN citing ON classes.parent = citing.class
      ),
      cited(class) AS (
        SELECT class FROM classes WHERE class = :to
        UNION ALL
        SELECT classes.class FROM classes JOIN cited ON classes.parent = cited.class
      )
    SELECT source.url, source.class, target.url AS cites, target.class AS cited_class
    FROM pages source
    JOIN links ON links.source = source.id
    JOIN pages target ON target.id = links.target
    WHERE source.class IN (SELECT class FROM citing) AND target.class IN (SELECT class FROM cited)
    ORDER BY source.relevance DESC, source.url, target.url
  `,
};
