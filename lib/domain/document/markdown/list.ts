import type { Block } from '../blocks/block.ts';

/** The marks of a list's items, in turn: `bullet` or numbers as they show. */
export function itemMarks({ name, attributes, children }: Block): (item: Block) => string {
  if (name !== 'ol') return () => '- ';
  const isReversed = attributes.reversed !== undefined;
  const items = children.filter((child) => typeof child !== 'string' && child.name === 'li').length;
  let number = wholeNumber(attributes.start) ?? (isReversed ? items : 1);
  return (item) => {
    number = wholeNumber(item.attributes.value) ?? number;
    const its = number;
    number += isReversed ? -1 : 1;
    // Markdown has no other numbers.
    return its < 0 || its > 999_999_999 ? `- ${its}\\. ` : `${its}. `;
  };
}

function wholeNumber(written: string | undefined): number | undefined {
  const number = Number.parseInt(written ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}

/** Two lists in a row are two: the second has other marks. */
export function apart(list: string, before: string | undefined): string {
  if (before === undefined) return list;
  if (/^- /.test(before) && /^- /.test(list)) return list.replace(/^- /gm, '* ');
  if (/^\d+\. /.test(before) && /^\d+\. /.test(list)) return list.replace(/^(\d+)\. /gm, '$1) ');
  return list;
}

/** What is written in an item, as one text: a list in it follows its text without an empty line. */
export function tight(inside: readonly string[]): string {
  let text = '';
  for (const [index, next] of inside.entries()) {
    text += index === 0 ? next : (/^(?:[-*] |\d+[.)] )/.test(next) ? '\n' : '\n\n') + next;
  }
  return text;
}
