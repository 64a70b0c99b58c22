import type { HtmlWriter } from './html-writer.ts';
import { readXml } from './read-xml.ts';

/** Elements that are a comment, or an answer to one: of slides, of sheets, and of the threads of both. */
const kinds = new Set(['cm', 'comment', 'reply', 'threadedComment']);

/**
 * Writes comments of slides and sheets (ECMA-376 part 1, §18.7 and §19.4), each behind the name of its author.
 * @param known authors by id, of comments that do not list them themselves
 */
export function writeComments(html: HtmlWriter, source: string, known: ReadonlyMap<string, string>): void {
  const listed: string[] = [];
  const authors: string[] = [];
  let text = '';
  let inText = false;
  const end = (): void => {
    const author = authors.at(-1) ?? '';
    // Excel writes the name into the text, too.
    if (author === '' || text.trimStart().startsWith(author)) html.element('p', text);
    else if (text.trim() !== '') html.element('p', `${author}: ${text}`);
    text = '';
  };
  readXml(source, {
    open({ name, attributes }) {
      inText = name === 't' || name === 'text' || name === 'author';
      if (name === 'author') text = '';
      if (!kinds.has(name)) return;
      const id = attributes.authorId ?? attributes.personId ?? '';
      authors.push(known.get(id) ?? listed[Number(id)] ?? '');
    },
    text(part) {
      if (inText) text += part;
    },
    close(name) {
      inText = false;
      if (name === 'author') {
        listed.push(text);
        text = '';
      } else if (name === 'p') end();
      else if (kinds.has(name)) {
        end();
        authors.pop();
      }
    },
    isDone: () => html.isFull,
  });
}

/** Authors of comments, or people of threads, that a part of their own lists. */
export function readAuthors(source: string): ReadonlyMap<string, string> {
  const authors = new Map<string, string>();
  readXml(source, {
    open({ name, attributes }) {
      if (name === 'cmAuthor' || name === 'author' || name === 'person')
        authors.set(attributes.id ?? '', attributes.name ?? attributes.displayName ?? '');
    },
  });
  return authors;
}
