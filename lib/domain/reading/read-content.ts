import { defined } from '../../base/defined.ts';
import { detectLanguage } from '../../base/language/detect-language.ts';
import { encodeMinHashes, minHashesOf } from '../../base/likeness/min-hashes.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import { type BlockTree, markdownWriter, readData, readMain } from '../../documents/content.ts';
import type { ReadingSettings } from './page.ts';

/** A page that was read, decoded. */
interface DecodedPage {
  readonly url: string;
  /** The URL that addresses of the page are relative to. */
  readonly base: string;
  /** The HTML that it is or was made into, as a tree. */
  blocks(): BlockTree;
  /** Its visible text. */
  readonly text: string;
}

/** What a job wants of a page beside its text and links: nothing is done that it does not want. */
export function readContent(
  page: DecodedPage,
  settings: ReadingSettings,
): Pick<PageContent, 'main' | 'markdown' | 'data' | 'detectedLanguage' | 'minHashes'> {
  const read = blockContent(page, settings);
  const main = read.main?.text ?? '';
  const detectedLanguage = settings.language ? detectLanguage(main || page.text) : undefined;
  const hashes =
    settings.nearDuplicates === 'keep' ? undefined : (minHashesOf(main) ?? minHashesOf(page.text));
  const minHashes = hashes && encodeMinHashes(hashes);
  return { ...read, ...defined({ detectedLanguage, minHashes }) };
}

function blockContent(
  { url, base, blocks }: DecodedPage,
  { main: wantsMain, markdown: wanted, data: wantsData }: ReadingSettings,
): Pick<PageContent, 'main' | 'markdown' | 'data'> {
  if (!wantsMain && wanted === 'none' && !wantsData) return {};
  const ofPage = wanted === 'page' || wanted === 'both';
  const ofMain = wanted === 'main' || wanted === 'both';
  const tree = blocks();
  const write = markdownWriter(tree, base);
  const data = wantsData ? readData(tree, base) : undefined;
  const markdown = ofPage ? write(tree.root) : undefined;
  if (!wantsMain && !ofMain) return defined({ markdown, data });
  const { content, main } = readMain(tree, url);
  const mainMarkdown = ofMain ? write(main.root, main.left) : undefined;
  return { main: { ...content, ...defined({ markdown: mainMarkdown }) }, ...defined({ markdown, data }) };
}
