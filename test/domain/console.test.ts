import { describe, expect, test } from 'vitest';
import { objectTable } from '../../lib/domain/console/cells.ts';
import { colours, grounds, type Theme } from '../../lib/domain/console/theme.ts';

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('contrast is reckoned as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme: Theme) => {
  const pairs = Object.entries(colours[theme]).flatMap(([name, colour]) =>
    grounds[theme].map((ground) => [name, colour, ground] as const),
  );

  test.each(pairs)('%s (%s) can be read on %s', (_, colour, ground) => {
    expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

test('values are shown in words, and a value of any size and depth in bounds', () => {
  const shown = objectTable({
    nextDueAt: Date.UTC(2026, 10, 22),
    dueLagMs: 65_000,
    bytes: 1_234_567,
    isOpen: true,
    ids: ['a', 'b'],
    hosts: { idle: 1_000 },
  });
  for (const text of [
    'Next due',
    '2026-11-22 00:00:00 UTC',
    '1 min 5 s',
    '1.23 MB',
    'yes',
    '<bdi>a</bdi>, <bdi>b</bdi>',
    '1,000',
  ])
    expect(shown).toContain(text);
  const deep = Array.from({ length: 1_000 }).reduce((inner: object) => ({ inner }), {});
  expect(objectTable(deep).length).toBeLessThan(1_000);
  expect(objectTable({ list: Array.from({ length: 10_000 }, (_, n) => n) }).length).toBeLessThan(1_000);
});
