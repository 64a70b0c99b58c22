/** How relevance steers the crawl of a job that has a topic. */
export interface FocusSettings {
  /** Whose links are followed: those of relevant pages, or of all pages; `unfocused` takes no notice of relevance. */
  readonly mode: 'unfocused' | 'hard' | 'soft';
  /** Which of the URLs that wait comes next. */
  readonly order: 'relevance' | 'breadth-first' | 'arrival' | 'hash';
  /** What several pages say that link to one URL: the mean of what they promise, or the best. */
  readonly parents: 'mean' | 'best';
  /** Links are judged by anchor, URL and the text around them, not by their page alone. */
  readonly linkScores: boolean;
  /** Soft: pages off topic that may lie in a row on the way to a page; 29: any number. */
  readonly tunnel: number;
}

export const defaultFocus: FocusSettings = {
  mode: 'hard',
  order: 'relevance',
  parents: 'mean',
  linkScores: true,
  tunnel: 29,
};

/** What held before there were such settings: links of relevant pages, breadth-first. */
export const breadthFirst: FocusSettings = {
  ...defaultFocus,
  order: 'breadth-first',
  linkScores: false,
};
