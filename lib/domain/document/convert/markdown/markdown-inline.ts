import type { HtmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';

/** Labels of reference links, in lower case, and where they lead. */
export type References = ReadonlyMap<string, string>;

const markup =
  /\\([!-/:-@[-`{-~])|(`{1,10})([^`]{1,2000}?)\2|<((?:https?|ftp|mailto):[^\s<>]{1,2000})>|(!?)\[([^\][]{0,1000})\](?:\(\s*(?:<?([^\s()<>]{1,2000})>?(?:\s+["'(][^)]{0,500}|\s*))?\)|\[([^\][]{0,200})\])?|<\/?[a-z][^<>]{0,500}>|(?<![\p{L}\p{N}])([*_]{1,3})(?=\S)|(?<=\S)([*_~]{1,3})(?![\p{L}\p{N}])/giu;

/** Writes a line of Markdown: links, code and text, without the signs of emphasis (CommonMark 0.31 §6). */
export function writeInline(html: HtmlWriter, line: string, references: References): void {
  let at = 0;
  for (const match of line.matchAll(markup)) {
    writeLinked(html, line.slice(at, match.index));
    at = match.index + match[0].length;
    const [, escaped, , code, automatic, image, label, target, reference] = match;
    if (escaped !== undefined) html.text(escaped);
    else if (code !== undefined) html.element('code', code);
    else if (automatic !== undefined) html.element('a', automatic, { href: automatic });
    else if (label !== undefined) {
      const href = target ?? references.get((reference || label).toLowerCase());
      if (image === '!') html.text(label);
      else if (href === undefined || href === '') html.text(reference === undefined ? match[0] : label);
      else {
        html.open('a', { href });
        html.text(label);
        html.close('a');
      }
    }
  }
  writeLinked(html, line.slice(at));
}
