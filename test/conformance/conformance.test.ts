import { expect, it } from 'vitest';
import { hasCases } from '../support/cases.ts';
import { suites } from './suites.ts';

/** What `npm run conformance` prints, as a test: no case fails that our documentation claims. */
it.each(suites)('agrees with $name, but for what our rules contradict', ({ file, run }) => {
  if (!hasCases(file)) return;
  expect(run()?.failed).toEqual([]);
});
