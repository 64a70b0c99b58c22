import type { MainContent, PageContent } from '../collection/record.ts';
import { readBlocks } from './blocks/read-blocks.ts';
import type { ContentSettings } from './content-settings.ts';
import { readMain } from './main-content/read-main.ts';
import { markdownOf } from './markdown/markdown.ts';

/**
 * What a job wants of the blocks of an HTML page beside its text. They are read only if it wants something.
 * @param base the URL that addresses of the page are relative to
 */
export function readContent(
  html: string,
  { url, base }: { readonly url: string; readonly base: string },
  { main: wantsMain, markdown: wanted }: ContentSettings,
): Pick<PageContent, 'main' | 'markdown'> {
  const page = wanted === 'page' || wanted === 'both';
  const ofMain = wanted === 'main' || wanted === 'both';
  if (!wantsMain && wanted === 'none') return {};
  const tree = readBlocks(html);
  const read: { main?: MainContent; markdown?: string } = {};
  if (wantsMain || ofMain) {
    const { content, main } = readMain(tree, url);
    read.main = ofMain ? { ...content, markdown: markdownOf(main.root, base, main.left) } : content;
  }
  if (page) read.markdown = markdownOf(tree.root, base, () => false);
  return read;
}
