import { hash } from 'node:crypto';
import { escaped, foreign, instant, some } from '../../base/html/text.ts';
import { version } from '../../base/version.ts';
import type { Directory, DirectoryClass, DirectoryEntry, DirectoryPart } from './directory.ts';
import { classFile, indexFile } from './file-names.ts';

/** The files of a directory by name: an index, and one page a class. Plain HTML: nothing is fetched, nothing runs. */
export function directoryFiles(directory: Directory): ReadonlyMap<string, string> {
  const byId = new Map(directory.classes.map((one) => [one.id, one]));
  return new Map([
    [indexFile, indexPage(directory)],
    ...directory.classes.map((one) => [classFile(one.id), classPage(directory, one, byId)] as const),
  ]);
}

/** Colours by role, light and dark; contrast of text is over 4.5:1 in both. No font is fetched. */
const style = `
:root{color-scheme:light dark;--back:#fbfaf8;--ink:#1d1c1a;--dim:#5f5b54;--line:#e0dcd4;--link:#1d4f91}
@media(prefers-color-scheme:dark){:root{--back:#161513;--ink:#eceae5;--dim:#aaa59b;--line:#37342f;--link:#a5cbf7}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1rem 1.2rem 3rem;background:var(--back);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--back);padding:.3rem .6rem}
h1{font-size:1.8rem;line-height:1.2;margin:.6rem 0 .1rem}
h2{font-size:1.15rem;margin:1.8rem 0 .4rem;padding-bottom:.2rem;border-bottom:1px solid var(--line)}
header p,footer,.why,cite,nav span{color:var(--dim);font-size:.9rem}
cite{font-style:normal}header p{margin:0}
.way ol{list-style:none;display:flex;flex-wrap:wrap;padding:0;margin:0}
.way li+li::before{content:"/"/"";color:var(--dim);padding:0 .5rem}
.tree ul{margin:0;padding-left:1.2rem;list-style:none}.tree>ul{padding:0;columns:2 16rem;column-gap:2rem}
.tree>ul>li{break-inside:avoid;margin-bottom:.5rem}
.beside ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.2rem 1.6rem}
main ol{padding-left:2rem;margin:.4rem 0}
main li{margin-bottom:.9rem}main li::marker{color:var(--dim);font-variant-numeric:tabular-nums}
main li>a{font-weight:600}main p{margin:.1rem 0}
footer{margin-top:2.5rem;border-top:1px solid var(--line)}
@media print{.skip,.way{display:none}a{color:inherit}li{break-inside:avoid}}
`.replaceAll('\n', '');

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
