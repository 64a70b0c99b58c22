import { escaped, foreign, linkTo, percent, some, whole } from '../../../base/html/text.ts';
import type { ExampleLists, ListedPage } from './example-lists.ts';
import type { RoundFigures } from './round-figures.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8884;vertical-align:top}td.n,th.n{text-align:right}td{overflow-wrap:anywhere}.warn{border-left:4px solid #c60;padding-left:.8rem}:root{color-scheme:light dark}';

/** The lists of a job as a page of HTML: nothing is fetched, nothing runs. */
export function listsPage(lists: ExampleLists): string {
  const { job, at, visited, unclassified, rounds, classes } = lists;
  const title = `Examples of ${escaped(job)}`;
  const sections = [
    rounds.length === 0 ? '' : `<h2>Rounds</h2>${roundRows(rounds)}`,
    pageList('Likely', 'Pages that fit best. Accept what is right.', lists.likely),
    pageList('Unlikely', 'Pages that fit least. What is rejected is visited no more.', lists.unlikely),
    pageList('Doubtful', 'An answer about these teaches most.', lists.doubtful),
    pageList(
      'Contested',
      'Off topic, but nearest to it by what words mean. An answer tells near topics apart.',
      lists.contested ?? [],
    ),
    pageList(
      'In no class',
      `${some(unclassified.pages, 'page')} (${percent(unclassified.share)}). Examples like these, in or out, teach a class.`,
      unclassified.some,
    ),
    ...classes.map(({ id, pages, relevant, best, rate }) =>
      pageList(
        `Class ${id}`,
        `${some(pages, 'page')}, ${whole(relevant)} on topic${rate === undefined ? '' : `; ${percent(rate)} of its clustered pages are examples`}.`,
        best,
      ),
    ),
  ];
  const warning = unclassified.isHigh
    ? `<p class="warn">${some(unclassified.pages, 'page')} (${percent(unclassified.share)}) are in no class: the topic does not fit what is crawled.</p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${some(visited, 'page')} read until ${new Date(at).toISOString()}.</p>
${warning}
${sections.filter((section) => section !== '').join('\n')}
</body>
</html>
`;
}

function pageList(title: string, about: string, pages: readonly ListedPage[]): string {
  if (pages.length === 0) return '';
  const rows = pages.map(
    ({ url, title: name, relevance }) =>
      `<tr><td>${linkTo(url)}</td><td>${foreign(name ?? '')}</td><td class="n">${relevance?.toFixed(2) ?? ''}</td></tr>`,
  );
  return `<h2>${foreign(title)}</h2><p>${escaped(about)}</p><table><thead><tr><th>Page</th><th>Title</th><th class="n">Relevance</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function roundRows(rounds: readonly RoundFigures[]): string {
  const rows = rounds.map(
    ({ number, learner = 'nothing yet', fetched, relevant, harvest, accuracy, ms, byClass, ...round }) => {
      const cells = [
        ...[whole(number), learner, whole(round.in), whole(round.out), whole(fetched), whole(relevant)],
        harvest === undefined ? '' : percent(harvest),
        accuracy?.f1.toFixed(2) ?? '',
        `${whole(ms / 1_000)} s`,
        Object.entries(byClass)
          .map(([id, pages]) => `${id} ${pages}`)
          .join(', '),
      ];
      return `<tr>${cells.map((cell) => `<td>${foreign(cell)}</td>`).join('')}</tr>`;
    },
  );
  const heads = [
    'Round',
    'Learnt by',
    'In',
    'Out',
    'Fetched',
    'On topic',
    'Harvest',
    'F1',
    'Time',
    'By class',
  ];
  return `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
