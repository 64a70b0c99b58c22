import { catalogueWith } from '../domain/metrics/catalogue.ts';
import { partCounters } from './declared.ts';

/** Everything that is measured of a crawl. */
export const metrics = catalogueWith(partCounters);
