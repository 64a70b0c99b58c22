import { readCases } from '../support/cases.ts';

export const mainContentFile = 'main-content/pages.jsonl.gz';

/** A page of WCXB, as its SOURCE.md describes it. */
export interface MainContentCase {
  readonly url: string;
  readonly pageType: string;
  readonly html: string;
  /** Empty: people found none. */
  readonly mainContent: string;
}

export function mainContentCases(): readonly MainContentCase[] {
  return readCases<MainContentCase & { mainContent: string | null }>(mainContentFile).map((page) => ({
    ...page,
    mainContent: page.mainContent ?? '',
  }));
}
