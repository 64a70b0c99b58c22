import { regionFields } from '../../domain/yield/region-table.ts';
import { columnsOf, type SqlTable } from './table.ts';

/** The tables of a crawl, by name. `docs/sql.md` has the same, made of this. */
export const sqlTables = {
  pages: {
    name: 'pages',
    description: 'One URL that the crawl knows: visited, waiting, or known by links only.',
    columns: [
      ...columnsOf('INTEGER', { id: 'Number of the URL; holds within one copy.' }),
      ...columnsOf('TEXT', { url: 'The canonical URL.' }),
      ...columnsOf('INTEGER', { host: 'Its host (`hosts.id`): the server of the page.' }),
      ...columnsOf('TEXT', {
        state:
          '`visited`, `pending`, `held` (waits because of its region, or in the tail), or `known` (by links only).',
        outcome: 'Outcome of the last visit, as in `winnow status`; NULL: not visited.',
      }),
      ...columnsOf('INTEGER', {
        status: 'HTTP status of the last answer; NULL: none.',
        num_tries: 'Visits that read the page or a redirect, and failures since; 0 for a URL that waits.',
        failures: 'Failures in a row.',
        depth: 'Links from the nearest seed; NULL: not in the frontier.',
      }),
      ...columnsOf('REAL', {
        relevance: '0 to 1; NULL: not judged.',
      }),
      ...columnsOf('INTEGER', {
        on_topic: '1: the topic accepted it, 0: it did not; NULL: not judged.',
      }),
      ...columnsOf('TEXT', { class: 'Best class of the topic (`classes.class`); NULL: none.' }),
      ...columnsOf('REAL', {
        hub: 'Hub score of the distiller; all sum to 1.',
        authority: 'Authority score of the distiller; all sum to 1.',
        page_rank: 'PageRank; all sum to 1.',
        rank: 'Rank in the frontier, the smallest first; NULL: the URL does not wait.',
      }),
      ...columnsOf('TEXT', { region: 'Its region; NULL: the URL does not wait.' }),
      ...columnsOf('TEXT', {
        first_visit: 'Time; NULL: not visited.',
        last_visit: 'Time; NULL: not visited.',
        changed: 'Time of the last change that was seen; NULL: not visited.',
        next_visit: 'Time; NULL: none is due.',
      }),
      ...columnsOf('INTEGER', {
        changes: 'Changes of the content that were seen.',
        moved_to: 'Where the page redirects to (`pages.id`); NULL: nowhere.',
      }),
      ...columnsOf('TEXT', {
        md5: 'Its record (`records.md5`); NULL: none.',
        detail: 'Verdict, failure or rule, in words; NULL: nothing to say.',
      }),
      ...columnsOf('REAL', {
        first_visit_day: 'The first visit in days since 1970-01-01; NULL: not visited.',
      }),
    ],
    key: ['id'],
    indexes: [['url'], ['host'], ['class', 'num_tries', 'relevance'], ['num_tries', 'state'], ['hub']],
  },
  visits: {
    name: 'visits',
    description: 'One visit of a page that read it, or its last visit.',
    columns: [
      ...columnsOf('INTEGER', { page: '`pages.id`.' }),
      ...columnsOf('TEXT', { at: 'Time.', outcome: 'Kind of outcome.' }),
      ...columnsOf('REAL', { relevance: 'As judged then; NULL: not judged.' }),
      ...columnsOf('TEXT', { class: 'Best class then; NULL: none.' }),
      ...columnsOf('INTEGER', {
        depth: 'Links from the nearest seed, as known then.',
        moved_to: 'Where the page redirected to (`pages.id`); NULL: nowhere.',
      }),
    ],
    indexes: [['page'], ['at']],
  },
  links: {
    name: 'links',
    description:
      'One link from the last visit of a page to another page, once per pair: without `rel=nofollow`, `ugc` and `sponsored`. A link to a page that redirects counts for where it leads.',
    columns: columnsOf('INTEGER', {
      source: 'The page with the link (`pages.id`).',
      target: 'Where it leads (`pages.id`).',
      source_server: 'Host of the source (`hosts.id`).',
      target_server: 'Host of the target (`hosts.id`).',
    }),
    key: ['source', 'target'],
    indexes: [['target', 'source', 'source_server']],
  },
  hosts: {
    name: 'hosts',
    description: 'One host: a server.',
    columns: [
      ...columnsOf('INTEGER', { id: 'Number of the host; holds within one copy.' }),
      ...columnsOf('TEXT', {
        host: 'Its name, with a port that is not the usual one.',
        domain: 'Its registered domain; NULL: it has none.',
        state: '`due`, `ticketed`: it has a turn, `idle`: nothing to do; NULL: known by links only.',
        standing: 'How far it has come with its registered domain; NULL: in good standing.',
      }),
      ...columnsOf('INTEGER', {
        turn: 'Turns so far.',
        pending: 'URLs that wait for their first visit, those in its inbox too.',
        inbox: 'Those of them in its inbox, which its next turn reads: `pages` has no row for them.',
        held: 'Those of them that are held.',
        visited: 'URLs that will be visited again.',
        fetches: 'Visits, whatever came of them.',
        stored: 'Visits that stored a page.',
        failed: 'Visits that failed.',
        bytes: 'Decoded bytes of all answers.',
      }),
      ...columnsOf('TEXT', { due: 'Time of its next turn; NULL: none.' }),
    ],
    key: ['id'],
    indexes: [['host'], ['domain']],
  },
  classes: {
    name: 'classes',
    description: 'One class of the topic.',
    columns: [
      ...columnsOf('TEXT', {
        class: 'Its id; in a taxonomy its path.',
        parent: 'The class above; NULL: none.',
        name: 'What people call it.',
      }),
      ...columnsOf('INTEGER', {
        good: '1: pages of it are on topic.',
        crawl_only: '1: its pages are not kept, and their links are followed.',
      }),
    ],
    key: ['class'],
    indexes: [['parent']],
  },
  records: {
    name: 'records',
    description: 'One content of the collection.',
    columns: [
      ...columnsOf('TEXT', {
        md5: 'Identity of the content.',
        url: 'The URL that led to it first; NULL: it does not any more.',
        title: 'Title of the page.',
        media_type: 'For example `text/html`.',
      }),
      ...columnsOf('INTEGER', {
        bytes: 'Decoded bytes of the document.',
        depth: 'Smallest number of links from a seed.',
      }),
      ...columnsOf('TEXT', {
        first_seen: 'Time.',
        near_duplicates: 'Its group of near-duplicates; NULL: none.',
        document: 'Where the raw document stands, as in events; NULL: none is kept.',
      }),
    ],
    key: ['md5'],
  },
  regions: {
    name: 'regions',
    description: 'One region of a host, as `winnow regions` lists them.',
    columns: [
      ...columnsOf('INTEGER', { host: '`hosts.id`.' }),
      ...columnsOf('TEXT', { region: regionFields.name.says }),
      ...columnsOf('INTEGER', {
        fetched: regionFields.fetched.says,
        brought: regionFields.brought.says,
        relevant: regionFields.relevant.says,
      }),
      ...columnsOf('REAL', {
        bears: `${regionFields.bears.says} NULL: every fetch brought something.`,
        mean: regionFields.mean.says,
        bound: regionFields.bound.says,
      }),
      ...columnsOf('INTEGER', { feeds: `${regionFields.feeds.says} 1: it does.` }),
      ...columnsOf('TEXT', {
        held: `${regionFields.held.says} NULL: they do not.`,
        held_since: regionFields.heldSince.says,
      }),
      ...columnsOf('INTEGER', { retry_at: `${regionFields.retryAt.says} NULL: it is not held.` }),
    ],
    key: ['host', 'region'],
  },
  copy: {
    name: 'copy',
    description: 'One row: what the tables are a copy of.',
    columns: [
      ...columnsOf('TEXT', { job: 'Name of the job.', made: 'Time at which the copy was begun.' }),
      ...columnsOf('REAL', { seconds: 'What making it took.' }),
      ...columnsOf('INTEGER', { version: 'Of the tables.' }),
      ...columnsOf('TEXT', { state: 'Differs when the crawl has gone on since.' }),
    ],
  },
} as const satisfies Readonly<Record<string, SqlTable>>;

export type SqlTableName = keyof typeof sqlTables;

/** Of the tables: copies of other versions are made again. */
export const sqlVersion = 3;
