import { describe } from 'vitest';
import { truthTable } from '../../support/collection/truth-table.ts';
import { storesInMemory } from '../../support/long-crawl/stores.ts';

describe("Combine's truth table on one machine", () => truthTable(async () => storesInMemory()));
