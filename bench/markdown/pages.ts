import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { charsetOf, decode } from '../../lib/documents/types.ts';
import { isForNoScripts } from './shown.ts';
import type { SourcePage } from './writers.ts';

/** So many pages of a folder, evenly spread over its names, but for those that are for readers without scripts. */
export function pagesOf(folder: string, most: number): readonly SourcePage[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.html?$/i.test(name))
    .sort();
  const step = Math.max(1, names.length / most);
  const pages = Array.from({ length: Math.min(most, names.length) }, (_, n) => {
    const name = names[Math.floor(n * step)] as string;
    const bytes = readFileSync(join(folder, name));
    const path = pathToFileURL(resolve(folder, name)).pathname.slice(
      pathToFileURL(resolve(folder)).pathname.length,
    );
    return { url: `http://site.example${path}`, html: decode(bytes, charsetOf(bytes, undefined, 'html')) };
  });
  return pages.filter(({ html }) => !isForNoScripts(html));
}

const words =
  'water river *carbon* energy_level lake [system] forest 1. winter #light `method` a_b_ study <model> cell | stone path & &amp; +'.split(
    ' ',
  );

/** Pages with the markup that people write, each drawn by its number. */
export function madePages(count: number): readonly SourcePage[] {
  return Array.from({ length: count }, (_, n) => ({
    url: `http://site.example/made/${n}.html`,
    html: madePage(n + 1),
  }));
}

function madePage(seed: number): string {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  const raw = (length: number) => Array.from({ length }, () => words[random(words.length)]).join(' ');
  const text = (length: number) => escaped(raw(length));
  const repeat = (most: number, one: (n: number) => string) =>
    Array.from({ length: 1 + random(most) }, (_, n) => one(n)).join('');
  const flowing: readonly (() => string)[] = [
    () => text(6),
    () => ` <b>${text(2)}</b>${text(1)}`,
    () => ` <em>(${text(1)})</em>, `,
    () => ` <a href="${random(9)}_(x).html#part" title="${text(1)}">${text(3)} [${random(9)}]</a> `,
    () => ` <a href="/top/${random(9)}"><code>${text(1)}</code> and <i>${text(1)}</i></a> `,
    () => ` <code>${text(2)}</code>, <kbd>Ctrl+\`</kbd> `,
    () => `<br>${text(2)} H<sub>2</sub>O `,
  ];
  const line = () => repeat(5, () => (flowing[random(flowing.length)] as () => string)());
  const list = (depth: number): string => {
    const name = random(2) === 0 ? 'ul' : 'ol';
    const inner = () => (depth > 0 && random(3) === 0 ? list(depth - 1) : '');
    return `<${name}>${repeat(4, () => `<li>${random(3) === 0 ? `<p>${line()}</p><p>${line()}</p>` : line()}${inner()}</li>`)}</${name}>`;
  };
  const code = () =>
    `<pre><code class="language-js">${repeat(5, () => `${' '.repeat(random(5))}${text(3)}\n${random(3) === 0 ? '\n' : ''}`)}</code></pre>`;
  const table = () => {
    const columns = 2 + random(3);
    const cells = (name: string) =>
      Array.from({ length: columns }, () => `<${name}>${line()}</${name}>`).join('');
    const spanned = `<tr><td colspan=2 rowspan=2>${line()}</td>${'<td>x</td>'.repeat(columns - 2)}</tr><tr>${'<td>y</td>'.repeat(columns - 2)}</tr>`;
    return `<table><caption>${line()}</caption><thead><tr>${cells('th')}</tr></thead><tbody>${repeat(3, () => `<tr>${cells('td')}</tr>`)}${random(2) === 0 ? spanned : ''}</tbody></table>`;
  };
  const heading = (level: number) => `<h${level}>${text(4)} <a href="#x">¶</a></h${level}>`;
  const parts: readonly (() => string)[] = [
    () => heading(2 + random(3)),
    () => `<p>${line()}</p>`,
    () => list(2),
    code,
    table,
    () => `<blockquote><p>${line()}</p>${random(2) === 0 ? code() : list(1)}</blockquote>`,
    () =>
      `<dl>${repeat(3, () => `<dt>${line()}</dt><dd>${line()}${random(3) === 0 ? code() : ''}</dd>`)}</dl>`,
    () => `<div><div>${line()}</div>${line()}<div>${line()}</div></div>`,
  ];
  const body = Array.from({ length: 12 }, () => (parts[random(parts.length)] as () => string)()).join('\n');
  return `<!doctype html><html><head><title>${text(3)}</title></head><body><h1>${text(3)}</h1>${body}</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
