/** What a job says of scope, robots.txt, rights and sitemaps. */
export { purposeSetting, robotsSection } from './robots/robots-settings.ts';
export { type ListPart, listOf, type ScopeList, textsOf } from './scope/scope-list.ts';
export { readScopePattern } from './scope/scope-pattern.ts';
export {
  defaultScope,
  type LimitTest,
  type ListTest,
  limitTests,
  listTests,
  type ScopeRule,
  type ScopeSettings,
  type ScopeTest,
  scopeSection,
} from './scope/scope-settings.ts';
export { type SitemapSettings, sitemapsSection } from './sitemaps/sitemap-settings.ts';
