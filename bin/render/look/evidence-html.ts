import type { FilterEvidence, TextSpan, TopicEvidence } from '../../../lib/topic/explain.ts';
import { describeVerdict, nameOf } from '../../../lib/topic/judge.ts';

/** Longer texts are cut: a browser is no place for a book. */
const longestText = 300_000;

/** A stretch that is marked, and what is said of it. */
interface Mark {
  readonly place: TextSpan;
  /** The class that it speaks for, by which it has its colour. */
  readonly id: string;
  readonly against: boolean;
  readonly says: string;
}

/** One page that stands alone: the verdict, its classes, and the text with every match marked. */
export function evidenceHtml(evidence: TopicEvidence): string {
  const { url, verdict, filters, page } = evidence;
  const marks = filters.flatMap(marksOf);
  const ids = [...new Set([...filters.flatMap(classesIn), ...marks.map(({ id }) => id)])];
  const colours = new Map(ids.map((id, place) => [id, colourOf(place)]));
  const marked = (part: TextSpan['part'], index: number, text: string): string =>
    markedText(
      text,
      marks.filter(({ place }) => place.part === part && place.index === index),
      colours,
    );
  const title = page.title === '' ? url : page.title;
  const cut = page.text.length > longestText;
  const list = (part: 'metadata' | 'headings', values: readonly string[]): string => {
    const items = values.map((value, index) => `<li>${marked(part, index, value)}</li>`);
    return items.length === 0
      ? ''
      : `<h2>${part === 'headings' ? 'Headings' : 'Metadata'}</h2><ul>${items.join('')}</ul>`;
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${verdict.relevant ? 'On topic' : 'Off topic'}: ${title}`)}</title>
<style>${style}</style>
<main>
<header>
<p class="${verdict.relevant ? 'on' : 'off'}">${verdict.relevant ? 'On topic' : 'Off topic'}</p>
<h1>${marked('title', 0, page.title) || 'No title'}</h1>
<p class="url">${escaped(url)}</p>
<p>${escaped(describeVerdict(verdict))}</p>
</header>
${filters.map((one) => filterHtml(one, colours)).join('\n')}
<h2>Text</h2>
<p class="key">${legend(ids, marks, colours)}</p>
<div class="text">${marked('text', 0, page.text.slice(0, longestText))}${cut ? ' …' : ''}</div>
${list('headings', page.headings)}
${list('metadata', page.metadata)}
</main>
</html>
`;
}

const style = `
body{margin:0;background:#fff;color:#1c1c1c;font:16px/1.55 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;line-height:1.25;margin:.4rem 0}h2{font-size:1.05rem;margin:1.6rem 0 .4rem}
.on,.off{display:inline-block;margin:0;padding:.1rem .6rem;border-radius:1rem;font-weight:600}
.on{background:#d6f0dc}.off{background:#f6d9d5}
.url,.where{color:#555;overflow-wrap:anywhere;margin:.2rem 0}
.wide{overflow-x:auto;margin:.8rem 0}table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #e4e4e4;vertical-align:top}
.n{text-align:right;white-space:nowrap}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
mark{color:inherit;border-radius:.2rem;padding:0 .1rem}
.against{background:none!important;border-bottom:2px dashed #b3261e}
.bar{display:inline-block;height:.6rem;border-radius:.2rem;min-width:2px}
ul{padding-left:1.2rem}.key mark{margin-right:.5rem}
`.replaceAll('\n', '');

function filterHtml(filter: FilterEvidence, colours: ReadonlyMap<string, string>): string {
  const { verdict, cutOffs, minRelevance, terms, model } = filter;
  const asked =
    cutOffs === undefined
      ? minRelevance === undefined
        ? ''
        : `, at least ${minRelevance}`
      : `, at least ${cutOffs.total}; ${number(verdict.relative ?? 0)} for its length, at least ${cutOffs.relative}`;
  const head = `<h2>${escaped(verdict.filter)} ${verdict.relevant ? 'accepts' : 'refuses'}</h2><p>Score ${number(verdict.score)}${asked}.</p>`;
  const shares = model?.classes.map(({ id, score, probability }) => ({
    id,
    name: id,
    score,
    share: probability,
  }));
  const rows = (shares ?? verdict.classes.map((one) => ({ ...one, name: nameOf(one) }))).map(
    ({ id, name, score, share }) =>
      `<tr><td>${swatch(id, share, colours)} ${escaped(name)}<td class="n">${number(score)}<td class="n">${share === undefined ? '' : percent(share)}`,
  );
  const classes = tableHtml('<th>class<th class="n">score<th class="n">share', rows);
  const path = (model?.path ?? []).map(({ id, probability }) => `${escaped(id)} ${percent(probability)}`);
  const way = path.length === 0 ? '' : `<p>${path.join(' → ')}</p>`;
  const termRows = (terms ?? []).map(
    ({ line, term, weight, points, places }) =>
      `<tr><td class="n">${line}<td>${escaped(term)}<td class="n">${weight}<td class="n">${places.length}<td class="n">${number(points)}`,
  );
  const wordTables = (model?.reasons ?? []).map(({ id, words }) => {
    const some = words
      .slice(0, 20)
      .map(
        ({ word, contribution, places }) =>
          `<tr><td>${escaped(word)}<td class="n">${places.length}<td class="n">${number(contribution)}`,
      );
    return `<p class="where">What speaks for ${escaped(id)}, and against it</p>${tableHtml('<th>word<th class="n">times<th class="n">speaks', some)}`;
  });
  const found = tableHtml(
    '<th class="n">line<th>term<th class="n">weight<th class="n">times<th class="n">points',
    termRows,
  );
  return `<section>${head}${classes}${way}${found}${wordTables.join('')}${nearHtml(filter)}</section>`;
}

function nearHtml({ model }: FilterEvidence): string {
  if (model === undefined || typeof model.nearest === 'string') return '';
  const items = model.nearest.map(
    ({ name, class: id, likeness }) => `<li>${likeness.toFixed(2)} ${escaped(name)} (${escaped(id)})</li>`,
  );
  return `<p class="where">Nearest examples</p><ul>${items.join('')}</ul>`;
}

function tableHtml(head: string, rows: readonly string[]): string {
  return rows.length === 0 ? '' : `<div class="wide"><table><tr>${head}${rows.join('')}</table></div>`;
}

function swatch(id: string, share: number | undefined, colours: ReadonlyMap<string, string>): string {
  const width = Math.round(60 * Math.min(1, Math.max(0, share ?? 0.2)));
  return `<span class="bar" style="background:${colours.get(id)};width:${width}px"></span>`;
}

function classesIn({ verdict, model }: FilterEvidence): readonly string[] {
  return model?.reasons.map(({ id }) => id) ?? verdict.classes.map(({ id }) => id);
}

function marksOf({ terms = [], model }: FilterEvidence): readonly Mark[] {
  const ofTerms = terms.flatMap(({ classes, line, term, weight, places }) =>
    places.map((place) => ({
      place,
      id: classes[0] ?? '',
      against: weight < 0,
      says: `line ${line}: ${term}, ${weight} for ${classes.join(', ')}`,
    })),
  );
  const ofWords = (model?.reasons ?? []).flatMap(({ id, words }) =>
    words.flatMap(({ word, contribution, places }) =>
      places.map((place) => ({
        place,
        id,
        against: contribution < 0,
        says: `${word}: ${number(contribution)} for ${id}`,
      })),
    ),
  );
  return [...ofTerms, ...ofWords];
}

/** Of marks that overlap the first is shown, of those that begin together the longest. */
function markedText(text: string, marks: readonly Mark[], colours: ReadonlyMap<string, string>): string {
  const order = marks.toSorted((a, b) => a.place.start - b.place.start || b.place.end - a.place.end);
  let html = '';
  let at = 0;
  for (const { place, id, against, says } of order) {
    if (place.start < at || place.end > text.length) continue;
    const kind = against ? ' class="against"' : '';
    html += escaped(text.slice(at, place.start));
    html += `<mark${kind} style="background:${colours.get(id)}" title="${escaped(says)}">${escaped(text.slice(place.start, place.end))}</mark>`;
    at = place.end;
  }
  return html + escaped(text.slice(at));
}

function legend(
  ids: readonly string[],
  marks: readonly Mark[],
  colours: ReadonlyMap<string, string>,
): string {
  const used = ids.filter((id) => marks.some((mark) => mark.id === id && !mark.against));
  const keys = used.map((id) => `<mark style="background:${colours.get(id)}">${escaped(id)}</mark>`);
  if (marks.some(({ against }) => against)) keys.push('<mark class="against">speaks against</mark>');
  return keys.length === 0 ? 'Nothing is marked: no term or word of the topic is in it.' : keys.join(' ');
}

/** Light enough for dark text; neighbours far apart on the colour wheel. */
function colourOf(place: number): string {
  return `hsl(${Math.round(45 + 137.5 * place) % 360} 75% 82%)`;
}

function percent(part: number): string {
  return `${Number((100 * part).toPrecision(3))} %`;
}

function number(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
