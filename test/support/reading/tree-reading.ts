import { type DefaultTreeAdapterTypes, html as names, parse } from 'parse5';

/** What a tree built as the HTML standard says shows of a page. */
export interface TreeReading {
  /** This and the text are without white space. */
  readonly title: string;
  /** Second titles, which people do not see, are part of it. */
  readonly text: string;
  /** Of `a` and `area`. */
  readonly links: ReadonlySet<string>;
}

const hidden = new Set(['script', 'style', 'template', 'iframe', 'noembed', 'noframes']);

type Node = DefaultTreeAdapterTypes.Node;

/** Reads a page by parse5; undefined where templates nest so deep that its recursion fails. */
export function treeReading(html: string): TreeReading | undefined {
  const document = treeOf(html);
  if (document === undefined) return undefined;
  const links = new Set<string>();
  const texts: string[] = [];
  let title: string | undefined;
  let isFrameset = false;
  const open: { readonly node: Node; readonly isSilent: boolean }[] = [{ node: document, isSilent: false }];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { node } = top;
    if (node.nodeName === '#text' && 'value' in node && !top.isSilent) texts.push(node.value);
    if (!('childNodes' in node)) continue;
    let { isSilent } = top;
    if ('tagName' in node) {
      const isHtml = node.namespaceURI === names.NS.HTML;
      if (isHtml && node.tagName === 'title' && title === undefined) {
        title = textOf(node);
        continue;
      }
      if (node.tagName === 'a' || (isHtml && node.tagName === 'area')) {
        const href = node.attrs.find(({ name }) => name === 'href')?.value;
        if (href !== undefined) links.add(href);
      }
      isFrameset ||= node.tagName === 'frameset';
      if (isFrameset && node.tagName === 'noframes') {
        const shown = treeOf(textOf(node));
        if (shown !== undefined) open.push({ node: shown, isSilent });
      }
      if (hidden.has(node.tagName)) continue;
      isSilent ||= node.tagName === 'noscript';
    }
    for (const child of node.childNodes.toReversed()) open.push({ node: child, isSilent });
  }
  return { title: bare(title ?? ''), text: bare(texts.join('')), links };
}

function treeOf(html: string): DefaultTreeAdapterTypes.Document | undefined {
  try {
    return parse(html, { scriptingEnabled: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * A text without white space, and the characters that nobody sees: control characters, and those that Unicode says are not
 * shown (`Default_Ignorable_Code_Point`), which readers keep where they join letters.
 */
export function bare(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that readers leave out.
  return text.replace(/[\s\0-\x1f\ufffd\p{DI}]+/gu, '');
}

function textOf(element: DefaultTreeAdapterTypes.Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}
