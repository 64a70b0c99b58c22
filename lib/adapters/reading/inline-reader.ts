import type { Analysis } from '../../domain/analysis/analysis.ts';
import { loadDetector } from '../../domain/analysis/load-detector.ts';
import { judgeContent } from '../../domain/document/judge-content.ts';
import { writtenPage } from '../../domain/document/written-page.ts';
import type { PageReader } from '../../ports/web.ts';
import { withCountries } from './load-countries.ts';

/**
 * Reads pages on the caller's thread, one at a time: the process does nothing else meanwhile.
 * @param analyses of the content of each page; absent: the usual ones
 */
export function inlineReader(analyses?: readonly Analysis[]): PageReader {
  return {
    read: async (request) => {
      if (request.content?.language === true) await loadDetector();
      return withCountries(request.analysis, () => writtenPage(request, analyses));
    },
    judge: async (request) => judgeContent(request),
  };
}
