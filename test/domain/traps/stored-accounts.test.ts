import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBody, seal } from '../../../lib/domain/frontier/body.ts';
import { trapAccounts } from '../../../lib/domain/traps/host-state.ts';
import type { HostName } from '../../../lib/domain/url/url.ts';
import { webNamed } from '../../support/trap-web/webs.ts';
import { simulateCrawl } from './simulated-crawl.ts';

test('what is known of traps comes back as it was stored', async () => {
  for (const name of ['standard', 'sessions/folder-response', '5']) {
    const { bodies, sealed } = await simulateCrawl(webNamed(name));
    for (const [host, body] of bodies) {
      const read = openBody(sealed.get(host), { host: host as HostName, fingerprintKey: 'key' });
      expect({ ...trapAccounts(read), epoch: 0 }, host).toEqual({ ...trapAccounts(body), epoch: 0 });
      expect([...read.held.keys()].sort()).toEqual([...body.held.keys()].sort());
    }
  }
});

test('a host of a few pages knows little of traps', async () => {
  const { bytes } = await simulateCrawl(webNamed('standard'), { maxFetches: 10 });
  expect(bytes[0]).toBeLessThan(2_500);
});

/** A body of version 3, as the code of that time sealed it after a crawl of 'sessions/folder-response'. */
const version3 =
  'AwAABz1lVj/NAAACcSi1L/1g1gM9EwDWbXoiMG2cAxgM++9Cnn2paiNmklSHgSFsv/u9ZIvKUnaezIhI4XoAdQBtABD+qrPD32UMJsNQUdTVkmdLquNR1Tny10wO4IKLk6KGgtMsGg7BcxKehcjqHEnPc0h40TNBvlrSuaF5kBT5jSmIBQhq/MdDwpnxJKjhcEzRM/noHD0pQuE/JJyj59BYSFPDEs6R00gNyXec6XFugBqHB/monB9okiwRfxMkqdVZQliI/Mci5npy9aWp84O/qM4M/i51ZviLiEudId8tFXsOcgB6kqNRWCDtKQgKZlEw2GsY5jUMRaM0CYOAL7HhgkEipKHRUDCeRgEBsPNkCWeG8xT83caUtbDGUukZdU54FiD/seo8+bt5fD7bspgVmceVKPZcirqSzEqerNb0i0k+afiV6ozKsycq9YvH5/F4zLOr5cvX2fN51G97O/NMpV+VV74c8+zrqeq88G0Q8BIaRwESPWexIEEN8hwIIBNIJPAcIALIc4AYn7y1/Ep1fhwNJPn7IqdBuFddBY/H7ubbF3VkVi795pOv9VxU0y8umUxRvaIsUz5e3ROIUnWGGv7uRgjmM1kBspxBJZ/r9pU3/W6S+OyJfjf1q2fY1boRP69UnRt/HWd61PlZyTNcX/LqS6pzg7+rFsPUsymJugowIDACIlCWVQevJFCd5FjTgqth1CLqzsGVJHBwsYpp0Q0mxkUOPGBjcOCo8SDqZbEBgoI3tMmlLEePvcmRXZtFCsy4683s+lpDiccwMcK3GcgJRK6B/LpsHwtHtb33XTZjupWVcqe0c55L/nOSCddMom5ACmNG70657VGHk1dwsjqu/Qeh23NcrehIz4hDN52H9r6JUPE8n2Q8q/4C5gEt5ynM1JagydePPfFuIBVoG34XWPkN+xH5x4EVDXo7ZaYZ/rjfea9p6vrixMKLbfSpHtWCBwTjYITvhnD3wFoBonc8HrcV0OvLPlMo0FfRi5t3C3CfKPTFbHPY0mhQmUYCd6swTA1G7tNd1uKBMcwfUaZNFvaphfG7eBrK+J+Caa6N+/z5klDou3i4e/rs4GHQfGdaUjFZoadkTOWNrvyax13ibCiw111sXlF1qQ7RbK1O4Iqzq3xPe7XA4dCya+v3hZzy8vyj1BOu9RkDhQYoBSNun9o56XPwCctek0oCiqNOFFtwsURCnaCaYeNthpTjUSIDA4Xpcy+q6BCDaEekqkMnMWmo5SvjnKRxvtIMwzaOLo4kvzglZY0tc268ncGuk9dkl79+II6clN2yqHqrXaHsNUif4QhYMK1C+WF9XdwQlpn0ZvuM2lTf5PMYszwG1O8abvGU9G7hG0dOA0JQ3KjAEMZ36nNklZOVf3mesi7ZpqVpw3dL+yGDVdpVBgRC8EsxAlV7T9/PnI4elJR9UEh2OjqEUGsulbPYxHOJlx8SyfLM50fOGad1oR3fcBL7QfUt8Tbe5nIcUxKo5x59SpWOWny14PyJTr85yH4E/qoGAiRgzS9Wo5Z5BURFXpX8msdd4mx2WwaUP+L2tWVEOys23GCvrWcFJgdrKAGIJbt4kp4iT646khjvv9w1zRfRhuH3F3LAubtjGzQ2bC/M9JJ70aLCpt4d/lkpkLvWV6MatKHfea9p6vrixMKLbfSpHtWCBwTjYITvhnD3wFoBonc8HrcV0OvLPlMo0FfRi5t3C3CfKPTFbHPY0mhQmUYCd6swTA1G7tNd1uKBMcwfUaZNFvaphfG7eBrK+J+Cafv8+ZKMVTg8Qti0UK6NC7n/7Jcr6dHHqVpJMo4O7L1ohNLfUdJjP3ztlYHxfYyRUXt9CF4q21zDF2L4/k1OrvyiMdlrQrPorp3NMp3mjZByaInZGC+ek+fWnzp+tMCYN/OMh205L+zWbeGpB1zbZ2duNFViS4g46V9uOOvCciwWW/yj5Z2gTFvUl/rLnU67eMiCzVFUkcSm6iAHX4ffUd7A1PMW6JVm0BNcaOavO/arT2ff5VqiLApxuBu+Kd37h7bn6pEf1q2KbwOm4aou8YULjI3itMWRqqrxEjS1YIcM2swYlVak3qL0JaJMDUo0xSk0/ULra9wPlNbVAYaNpq5dLX3Xs1RWZYqg33S9tYqlXwIpuZD7NLN9vjgEao4Noz6r8mhi0Nxm/afMdfyaPO7RNSRvqm+wbOnwazzpbXDIDWrUoXwFxK00C/VN41EiA81J5VQm2Cah0EnqDSbY3i6OVBrZJtjhkYtUFiAm2K9Iz0noehKdpaTKSeCbEp01uc5J5ucSnQpHjFQXsxKdzwggW7x0Ep0Dt8lJ3wgSnXCvzEnjwRKdPleXVCkEEp02jI1UGUYSnQ4WIVu+BxKdBaeSVCElEp3aGyNbwS0SnTBwkFQd/xKdqKaRVB+SEp3YvsZJ2k8SneC9y0niLhKdiZmPVBxsEp1/CMVJ2LwSnSr2mFQqlxKd4NwiW7+aEp2mIuAN1pAAAAANKLUv/SAEIQAAbnVsbA==';

/** What that code read of it, as JSON with maps and sets as lists. */
const known = '3790039b057d970943e16305e47fcbae';

test('what is known of traps is read from a body that was stored before it was the state of a part', async () => {
  const options = { host: 'single.localhost:8080' as HostName, fingerprintKey: 'key' };
  const first = openBody(Buffer.from(version3, 'base64'), options);
  const read = async (): Promise<Uint8Array> => new Uint8Array(0);
  const stored = await seal(openBody(Buffer.from(version3, 'base64'), options), {
    ...{ turn: 14, outbox: () => null, segmentPrefix: '14', read },
  });
  for (const body of [first, openBody(stored.bytes, options)]) {
    const { nextId, productive, barren, rules } = trapAccounts(body);
    expect({ nextId, productive, barren }).toEqual({ nextId: 13, productive: 177, barren: 5 });
    expect([...rules.keys()]).toEqual(['/handbook/2/~']);
    expect(body).toMatchObject({ heldKey: '[true,2,2]', thaw: false });
    expect([body.held.size, digestOf(trapAccounts(body))]).toEqual([4, known]);
  }
});

function digestOf(accounts: object): string {
  const asLists = (_: string, value: unknown): unknown =>
    value instanceof Map ? { map: [...value] } : value instanceof Set ? { set: [...value] } : value;
  return hash('md5', JSON.stringify(accounts, asLists));
}
