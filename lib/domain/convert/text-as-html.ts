import { byName } from '../../base/by-name.ts';

const entities = byName({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });

/** URLs that are written out, as far as they go without a doubt: the reader of pages resolves and refuses them. */
const url = /\bhttps?:\/\/(?:[.,;:!?)\]}]*[^\s<>".,;:!?)\]}])+/g;

/** Plain text as an HTML document: paragraphs at empty lines, written-out URLs as links. */
export function textAsHtml(text: string): string {
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n|\f/).filter((part) => part.trim() !== '');
  const html = paragraphs.map((part) => `<p>${linked(part)}</p>`);
  return `<!DOCTYPE html><meta charset="utf-8"><body>${html.join('\n')}</body>`;
}

function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(url)) {
    const address = escaped(match[0]);
    html += `${escaped(text.slice(end, match.index))}<a href="${address.replaceAll('"', '&quot;')}">${address}</a>`;
    end = match.index + match[0].length;
  }
  return html + escaped(text.slice(end));
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (char) => entities.get(char) ?? char);
}
