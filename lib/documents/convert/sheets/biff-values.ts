/** A number in 30 bits (MS-XLS §2.5.217). */
export function rkNumber(rk: number): number {
  let value: number;
  if ((rk & 2) !== 0) value = rk >> 2;
  else {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32LE((rk & 0xffff_fffc) >>> 0, 4);
    value = bytes.readDoubleLE(0);
  }
  return (rk & 1) !== 0 ? value / 100 : value;
}

const errors: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

/** @param value 0 or 1, or the number of an error */
export function valueText(value: number, isError: boolean): string {
  if (isError) return errors[value] ?? '#ERROR';
  return value === 1 ? 'TRUE' : 'FALSE';
}
