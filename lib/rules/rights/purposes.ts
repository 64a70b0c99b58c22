/** Purposes of a crawl. Owners of sites allow or refuse each of them (`docs/robots.md`). */
export const purposes = ['search', 'archive', 'ai-input', 'ai-train'] as const;

export type Purpose = (typeof purposes)[number];
