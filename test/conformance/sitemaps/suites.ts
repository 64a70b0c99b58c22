import { type RunnableSuite, runnable } from '../suite.ts';
import { sitemapFiles } from './files.ts';
import { sitePages, siteTrees } from './sites.ts';

/** Sitemaps and feeds: single files (crawler-commons), and whole sites (ultimate-sitemap-parser). */
export const sitemapSuites: readonly RunnableSuite[] = [
  runnable(sitemapFiles),
  runnable(sitePages),
  runnable(siteTrees),
];
