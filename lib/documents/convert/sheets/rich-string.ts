/** Gathers a string of a cell: its runs, and how they are read (ECMA-376 part 1, §18.4), which stands behind them in brackets. */
export interface RichString {
  begin(): void;
  add(text: string): void;
  beginReading(): void;
  endReading(): void;
  text(): string;
}

export function richString(): RichString {
  let text = '';
  const readings: string[] = [];
  let isReading = false;
  return {
    begin() {
      text = '';
      readings.length = 0;
    },
    add(part) {
      if (isReading) readings[readings.length - 1] += part;
      else text += part;
    },
    beginReading() {
      readings.push('');
      isReading = true;
    },
    endReading() {
      isReading = false;
    },
    text: () => (readings.length === 0 ? text : `${text} (${readings.join(' ')})`),
  };
}
