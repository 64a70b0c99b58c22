import type { NamedQuery } from '../named-query.ts';

export const census: NamedQuery = {
  name: 'census',
  title: 'Pages by class, with the share of all that were classified',
  explanation:
    'How many visited pages each class is the best of, and whether the class is on topic ' +
    '(Chakrabarti, van den Berg and Dom 1999, §4.3). A crawl diffuses when more and more of its pages ' +
    'are of classes that are not good.',
  sql: `
    SELECT
      judged.class, classes.name, classes.good, judged.pages,
      round(1e2 * judged.pages / sum(judged.pages) OVER (), 1) AS percent, judged.relevance
    FROM (
      SELECT class, count(*) AS pages, round(avg(relevance), 3) AS relevance
      FROM pages
      WHERE class IS NOT NULL
      GROUP BY class
    ) AS judged
    LEFT JOIN classes ON classes.class = judged.class
    ORDER BY judged.pages DESC, judged.class
  `,
};

export const tries: NamedQuery = {
  name: 'tries',
  title: 'URLs by number of tries',
  explanation:
    'How many URLs wait for their first visit (0), and how many were visited once and more often ' +
    '(Chakrabarti, van den Berg and Dom 1999, §4.3). A crawl stagnates when few URLs wait that were ' +
    'never tried.',
  sql: `
    SELECT num_tries, count(*) AS urls
    FROM pages
    WHERE state <> 'known' OR num_tries > 0
    GROUP BY num_tries
    ORDER BY num_tries
  `,
};

export const diagnosis: NamedQuery = {
  name: 'diagnosis',
  title: 'Classes that the neighbours of on-topic pages have',
  explanation:
    'Whether the topic is drawn too narrowly: the diagnosis of the paper, where a crawl for mutual ' +
    'funds stagnated until investment in general was good, too (Chakrabarti, van den Berg and Dom ' +
    '1999, §2.2 and §5.2). A class that is not good, has a large part of the links of good pages and ' +
    'links back often is mixed with the topic: mark it as good, or as crawl-only.',
  sql: `
    WITH linked AS (
      SELECT source.class AS own, target.class AS other, count(*) AS links
      FROM links
      JOIN pages AS source ON source.id = links.source
      JOIN pages AS target ON target.id = links.target
      WHERE source.class IS NOT NULL AND target.class IS NOT NULL
      GROUP BY source.class, target.class
    )
    SELECT
      classes.class, classes.name, classes.good, classes.crawl_only,
      links_from_good,
      round(1e2 * links_from_good / sum(links_from_good) OVER (), 1) AS percent_of_their_links,
      links_to_good
    FROM (
      SELECT class, sum(from_good) AS links_from_good, sum(to_good) AS links_to_good
      FROM (
        SELECT linked.other AS class, linked.links * classes.good AS from_good, 0 AS to_good
        FROM linked JOIN classes ON classes.class = linked.own
        UNION ALL
        SELECT linked.own, 0, linked.links * classes.good
        FROM linked JOIN classes ON classes.class = linked.other
      ) AS counted
      GROUP BY class
    ) AS summed
    JOIN classes ON classes.class = summed.class
    WHERE links_from_good > 0
    ORDER BY links_from_good DESC, classes.class
  `,
};

export const harvest: NamedQuery = {
  name: 'harvest',
  title: 'Relevance of what was fetched, hour by hour',
  explanation:
    'The plot of the paper as a table (Chakrabarti, van den Berg and Dom 1999, §2.3 and §5.2): first ' +
    'visits and their mean relevance.',
  sql: `
    SELECT substr(first_visit, 1, 13) AS hour, count(*) AS pages, round(avg(relevance), 3) AS relevance
    FROM pages
    WHERE first_visit IS NOT NULL
    GROUP BY 1
    ORDER BY 1
  `,
};

export const depths: NamedQuery = {
  name: 'depths',
  title: 'Pages by distance from the seeds',
  explanation:
    'How many links from the nearest seed pages were found, and how relevant they are (Chakrabarti, ' +
    'van den Berg and Dom 1999, §5.5).',
  sql: `
    SELECT depth, count(*) AS pages, sum(on_topic) AS on_topic, round(avg(relevance), 3) AS relevance
    FROM pages
    WHERE num_tries > 0
    GROUP BY depth
    ORDER BY depth
  `,
};

export const outcomes: NamedQuery = {
  name: 'outcomes',
  title: 'What the last visits came to',
  explanation: "Visited URLs by outcome and HTTP status: Combine's `combineUtil stats`.",
  sql: `
    SELECT outcome, status, count(*) AS urls, max(failures) AS most_failures
    FROM pages
    WHERE num_tries > 0
    GROUP BY outcome, status
    ORDER BY urls DESC, outcome, coalesce(status, 0)
  `,
};

export const waiting: NamedQuery = {
  name: 'waiting',
  title: 'Hosts with most URLs that wait',
  explanation: "Combine's `combineCtrl hosts`: what waits by host, and when the host has its next turn.",
  sql: `
    SELECT host, state, pending, inbox, held, fetches, due
    FROM hosts
    WHERE pending > 0
    ORDER BY pending DESC, host
    LIMIT 50
  `,
};
