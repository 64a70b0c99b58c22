/** What a graph says to people: ranks, hubs, links of classes, sites. */
export { type ClassLinkOptions, type ClassLinkReport, classLinkReport } from './reports/class-links.ts';
export { type GraphForm, graphFiles, graphForms } from './reports/export-graph.ts';
export { type HubReport, type HubReportOptions, hubReport } from './reports/hub-report.ts';
export { type RankReportOptions, type RankRow, rankReport, rankRows } from './reports/rank-report.ts';
export { type SiteReport, type SiteReportOptions, siteReport } from './reports/site-report.ts';
export { type SiteChanges, siteChanges } from './sites/site-changes.ts';
export { siteOf } from './sites/site-of.ts';
export type { SiteNumbers } from './sites/sites.ts';
