import type { Json } from '../../base/json.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { AnalysedPage, Analysis } from './analysis.ts';
import { countryAnalysis } from './country/country-analysis.ts';
import { genreAnalysis } from './genre.ts';
import { statisticsAnalysis } from './statistics.ts';
import { summaryAnalysis } from './summary.ts';

/** What is made of each page's content, in this order; plug-ins (`analysers`) come after it, in theirs. */
export const analyses: readonly Analysis[] = [
  countryAnalysis,
  genreAnalysis,
  statisticsAnalysis,
  summaryAnalysis,
];

/** The values by name; undefined where no analysis says anything. */
export function analysed(
  content: Omit<PageContent, 'analysis'>,
  steps: readonly Analysis[],
  page: AnalysedPage,
): PageContent['analysis'] | undefined {
  const said: Record<string, Json> = {};
  for (const { name, analyse } of steps) {
    const value = analyse(content, page);
    if (value !== undefined) said[name] = value;
  }
  return Object.keys(said).length === 0 ? undefined : said;
}
