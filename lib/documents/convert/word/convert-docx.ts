import { coreProperties } from '../base/core-properties.ts';
import { drawingText } from '../base/drawing-text.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { type DocumentPackage, openPackage } from '../base/open-package.ts';
import { relatedPart, relatedParts, relationshipsOf } from '../base/relationships.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStory, type StoryContext } from './docx-story.ts';
import { readStyles } from './docx-styles.ts';

/** Word documents of Office Open XML (ECMA-376): headers, body, notes, comments, footers. */
export const convertDocx: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const main = relatedPart(relationshipsOf(parts, ''), 'officedocument') ?? 'word/document.xml';
  if (!parts.has(main)) throw new Unreadable('damaged', `it has no part ${main}`);
  const relationships = relationshipsOf(parts, main);
  const partOf = (type: string): string => parts.text(relatedPart(relationships, type) ?? '');
  const html = htmlWriter(limits.maxHtml);
  const context = {
    html,
    styleOf: readStyles(partOf('styles')),
    numbering: readNumbering(partOf('numbering')),
  };
  const read = (part: string): void => readStory(parts.text(part), storyContext(context, parts, part));
  const all = (type: string): void => {
    for (const part of relatedParts(relationships, type)) read(part);
  };
  if (relatedParts(relationships, 'header').length > 0) {
    html.open('header');
    all('header');
    html.close('header');
  }
  read(main);
  for (const type of ['footnotes', 'endnotes', 'comments']) all(type);
  if (relatedParts(relationships, 'footer').length > 0) {
    html.open('footer');
    all('footer');
    html.close('footer');
  }
  return converted(html, coreProperties(parts), parts.more ? { cut: 'parts' } : {});
};

function storyContext(
  { html, styleOf, numbering }: Pick<StoryContext, 'html' | 'styleOf' | 'numbering'>,
  parts: DocumentPackage,
  part: string,
): StoryContext {
  const relationships = relationshipsOf(parts, part);
  return {
    html,
    styleOf,
    numbering,
    relationships,
    drawing(id) {
      const one = relationships.get(id);
      if (one !== undefined && !one.external) drawingText(html, parts.text(one.target));
    },
  };
}
