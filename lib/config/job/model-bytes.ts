import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { WinnowError } from '../../base/error.ts';
import { importSvmLight, isSvmLight, writeModel } from '../../topic/models.ts';
import { fileFault } from '../file/file-fault.ts';

/** What begins a file of SVMlight is shorter. */
const beginning = 100;

/**
 * The bytes of a model that a setting names. A linear model of SVMlight's becomes one of Winnow's, with the words beside it
 * in `FILE.words`: the same files give the same bytes.
 * @param name as the user wrote it
 * @throws WinnowError `config` for a file that cannot be read, `corrupt` for what is no model of SVMlight's
 */
export function modelBytes(path: string, name: string): Uint8Array {
  const bytes = readOrRefuse(path, name);
  if (!isSvmLight(bytes.toString('latin1', 0, beginning))) return bytes;
  const words = readOrRefuse(`${path}.words`, `${name}.words`);
  const { model, threshold } = importSvmLight(
    bytes.toString('utf8'),
    name,
    words.toString('utf8'),
    `${name}.words`,
  );
  return writeModel(model, {
    ...{ kind: 'svm', date: '', settings: {} },
    trainingSet: { documents: 0, digest: hash('sha256', bytes) },
    ...(threshold === undefined ? {} : { threshold }),
  });
}

function readOrRefuse(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new WinnowError('config', `topic.model: ${name}: ${fileFault(error)}`, { cause: error });
  }
}
