/** The web of a job as columns of numbers: pages, their visits, and the links between them. */
export { rowOf } from './building/link-graph.ts';
export { openUrlNumbering } from './building/number-urls.ts';
export { nothing, unjudged } from './building/page-columns.ts';
export type { Urls } from './building/url-table.ts';
export { openWebBuilding, webGraphOf } from './building/web-building.ts';
export type { WebGraph } from './building/web-graph.ts';
export {
  type ArrayKind,
  type ColumnSpace,
  type ColumnWriter,
  memorySpace,
  type NumberArray,
  type NumberColumn,
} from './columns/column.ts';
export { eachNumber } from './columns/place-rows.ts';
export type { VisitColumns } from './columns/visit-columns.ts';
