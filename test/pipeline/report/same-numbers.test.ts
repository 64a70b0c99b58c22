import { describe } from 'vitest';
import { storesInMemory } from '../../support/long-crawl/stores.ts';
import { sameNumbers } from '../../support/report/same-numbers.ts';

describe('on one machine', () => {
  sameNumbers(async () => storesInMemory());
});
