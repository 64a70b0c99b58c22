import type { HtmlWriter } from './html-writer.ts';
import { readXml } from './read-xml.ts';

/**
 * The text of a chart or diagram (DrawingML, ECMA-376 part 1, §21): paragraphs of its titles, and the cached names and categories of its
 * series, each series' values in a row.
 */
export function drawingText(html: HtmlWriter, source: string): void {
  let text = '';
  let inText = false;
  const values: string[] = [];
  const end = (): void => {
    html.element('p', text);
    text = '';
  };
  readXml(source, {
    open({ name }) {
      inText = name === 't' || name === 'v';
    },
    text(part) {
      if (inText) text += part;
    },
    close(name) {
      inText = false;
      if (name === 'p') end();
      else if (name === 'v') {
        values.push(text);
        text = '';
      } else if (name === 'strCache' || name === 'numCache' || name === 'strLit' || name === 'numLit') {
        html.element('p', values.splice(0).join(' '));
      }
    },
    isDone: () => html.isFull,
  });
  end();
}
