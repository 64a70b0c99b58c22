/** What is made of the content of a page, beyond reading it. */
export { analysed, analyses } from './analysis/analyses.ts';
export type { AnalysedPage, Analysis } from './analysis/analysis.ts';
export { keepCountries } from './analysis/country/country-by-address.ts';
