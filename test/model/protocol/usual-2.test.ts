import { describe } from 'vitest';
import { sweepThird } from './sweep.ts';

describe('the protocol under random interleavings', () => {
  sweepThird(1);
});
