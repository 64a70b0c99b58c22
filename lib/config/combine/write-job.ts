import { Document, isMap, isNode, isSeq, type Node } from 'yaml';
import type { ImportItem } from '../combine-format/import-item.ts';
import type { JobLine } from './imported.ts';

/** A job.yaml made of settings of Combine's, each with where it comes from, and what was left behind as comments. */
export function jobText(title: string, lines: readonly JobLine[], items: readonly ImportItem[]): string {
  const document = new Document({});
  for (const line of lines) document.setIn(line.path.split('.'), nodeOf(document, line));
  // Whatever stands at the top has an empty line before it, comments first.
  for (const { key } of isMap(document.contents) ? document.contents.items.slice(1) : []) {
    if (isNode(key)) key.spaceBefore = true;
  }
  const left = items.filter(({ fate }) => fate === 'dropped' || fate === 'changed');
  return [
    `#${comment(title)}`,
    '# Beside each setting stands where it comes from. All keys: docs/configuration.md.',
    '',
    document.toString({ lineWidth: 0 }).trimEnd(),
    ...(left.length === 0 ? [] : ['', '# Not carried over, or not as it was:']),
    ...left.map((item) => `#${comment(`- ${itemLine(item)}`)}`),
    '',
  ].join('\n');
}

function nodeOf(document: Document, { value, comment: text, comments = [] }: JobLine): Node {
  const node = document.createNode(value);
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const source = comments[index];
      if (source !== undefined && isNode(item)) item.comment = comment(source);
    }
    if (text !== '') node.commentBefore = comment(text);
  } else if (text !== '') node.comment = comment(text);
  return node;
}

/** An item on one line: `combine.cfg:12: useTidy = 1: HTML is read as browsers read it …`. */
function itemLine({ source, name, value, note }: ImportItem): string {
  const set = value === undefined || value === '' ? name : `${name} = ${value}`;
  return `${source === undefined ? '' : `${source}: `}${set}: ${note}`;
}

/** Text that may stand in a comment of YAML, whatever stood in Combine's file. */
function comment(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/gu, '\ufffd');
  return ` ${plain.length > 500 ? `${plain.slice(0, 500)}…` : plain}`;
}
