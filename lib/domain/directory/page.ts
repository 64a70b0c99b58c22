import { hash } from 'node:crypto';
import { escaped, foreign, instant, some } from '../../base/html/text.ts';
import { version } from '../../base/version.ts';
import type { Directory, DirectoryClass, DirectoryEntry, DirectoryPart } from './directory.ts';
import { classFile, indexFile } from './file-names.ts';
import { style } from './style.ts';

/** The files of a directory by name: an index, and one page a class. Plain HTML: nothing is fetched, nothing runs. */
export function directoryFiles(directory: Directory): ReadonlyMap<string, string> {
  const byId = new Map(directory.classes.map((one) => [one.id, one]));
  return new Map([
    [indexFile, indexPage(directory)],
    ...directory.classes.map((one) => [classFile(one.id), classPage(directory, one, byId)] as const),
  ]);
}

const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`;

function document(directory: Directory, title: string, body: string): string {
  const { pages, sites, asOne, at } = directory;
  const arranged =
    asOne === 0 ? '' : ` ${some(asOne, 'site')} of one owner, or that agree on links, voted as one.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the pages</a>
${body}
<footer>
<p>Made ${instant(at)} by Winnow ${escaped(version)} from the links of ${some(pages, 'page')} on ${some(sites, 'site')}.${arranged} Authorities are relevant pages that many hubs link to; hubs are pages that link to many authorities of other sites.</p>
</footer>
</body>
</html>
`;
}

function indexPage(directory: Directory): string {
  const { job, whole: all, classes } = directory;
  const tree =
    classes.length === 0
      ? ''
      : `<nav aria-labelledby="classes" class="tree">\n<h2 id="classes">Classes</h2>\n${treeOf(undefined, classes)}\n</nav>\n`;
  const body = `<header>\n<h1>${foreign(job)}</h1>\n${sizeOf(all)}\n</header>\n${tree}${listsOf(all)}`;
  return document(directory, `${job}: hubs and authorities`, body);
}

function classPage(
  directory: Directory,
  one: DirectoryClass,
  byId: ReadonlyMap<string, DirectoryClass>,
): string {
  const { job, classes } = directory;
  const way = wayTo(one, byId).map((above) => `<li>${classLink(above)}</li>`);
  const below = classes.filter(({ above }) => above === one.id);
  const related = one.related.flatMap(({ id, links }) => {
    const other = byId.get(id);
    return other === undefined ? [] : [`<li>${classLink(other)} <span>${some(links, 'link')}</span></li>`];
  });
  const body = [
    `<nav aria-label="Breadcrumb" class="way">\n<ol><li><a href="${indexFile}">${foreign(job)}</a></li>${way.join('')}<li aria-current="page">${foreign(one.label)}</li></ol>\n</nav>`,
    `<header>\n<h1>${foreign(one.label)}</h1>\n${sizeOf(one)}\n</header>`,
    classList('below', 'Classes below', below.map(countedLink)),
    listsOf(one),
    classList('related', 'Its pages also link to', related),
  ];
  return document(directory, `${one.label} – ${job}`, body.filter(Boolean).join('\n'));
}

/** The classes above one, the uppermost first. */
function wayTo(one: DirectoryClass, byId: ReadonlyMap<string, DirectoryClass>): readonly DirectoryClass[] {
  const way: DirectoryClass[] = [];
  for (let { above } = one; above !== undefined; ) {
    const next = byId.get(above);
    if (next === undefined || way.includes(next)) break;
    way.unshift(next);
    above = next.above;
  }
  return way;
}

function treeOf(above: string | undefined, classes: readonly DirectoryClass[]): string {
  const rows = classes
    .filter((one) => one.above === above)
    .map((one) => `${countedLink(one).slice(0, -'</li>'.length)}${treeOf(one.id, classes)}</li>`);
  return rows.length === 0 ? '' : `\n<ul>\n${rows.join('\n')}\n</ul>`;
}

function countedLink(one: DirectoryClass): string {
  return `<li>${classLink(one)} <span>${some(one.pages, 'page')}</span></li>`;
}

function classLink({ id, label }: DirectoryClass): string {
  return `<a href="${escaped(classFile(id))}">${foreign(label)}</a>`;
}

function classList(id: string, title: string, rows: readonly string[]): string {
  if (rows.length === 0) return '';
  return `<nav aria-labelledby="${id}" class="beside">\n<h2 id="${id}">${title}</h2>\n<ul>\n${rows.join('\n')}\n</ul>\n</nav>`;
}

function sizeOf({ pages, sites }: DirectoryPart): string {
  return `<p>${some(pages, 'page')} on ${some(sites, 'site')}</p>`;
}

function listsOf({ authorities, hubs }: DirectoryPart): string {
  const linkedBy = ({ links }: DirectoryEntry): string => `linked to by ${some(links, 'other site')}`;
  const linksTo = ({ links }: DirectoryEntry): string =>
    `links to ${some(links, 'authority', 'authorities')}`;
  return `<main id="main">
${section('authorities', 'Authorities', authorities, linkedBy)}
${section('hubs', 'Hubs', hubs, linksTo)}
</main>`;
}

function section(
  id: string,
  title: string,
  entries: readonly DirectoryEntry[],
  why: (entry: DirectoryEntry) => string,
): string {
  const rows = entries.map((entry) => rowOf(entry, why(entry)));
  const list =
    rows.length === 0
      ? '<p>None: no other site links to the most relevant of these pages.</p>'
      : `<ol>\n${rows.join('\n')}\n</ol>`;
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${list}\n</section>`;
}

function rowOf({ url, site, title, description, language, relevance }: DirectoryEntry, why: string): string {
  const lang = language === undefined ? '' : ` lang="${escaped(language)}"`;
  const rated = relevance === undefined ? '' : `, relevance ${relevance.toFixed(2)}`;
  const about = description === undefined ? '' : `\n<p${lang}>${foreign(description)}</p>`;
  return `<li>
<a href="${escaped(url)}"${lang}>${foreign(title ?? url)}</a> <cite>${foreign(site)}</cite>${about}
<p class="why">${why}${rated}</p>
</li>`;
}
