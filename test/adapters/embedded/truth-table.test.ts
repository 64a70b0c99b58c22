import { describe } from 'vitest';
import { storesInMemory } from '../../support/long-crawl/stores.ts';
import { truthTable } from '../../support/truth-table.ts';

describe("Combine's truth table on one machine", () => truthTable(async () => storesInMemory()));
