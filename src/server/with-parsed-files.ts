import type { Endpoint } from '@/contract/endpoint'
import type { FormPart } from './context'
import { readSheet } from './excel/read-sheet'
import { checkFile } from './files/check-file'
import { ConcurrencyLimit } from './concurrency-limit'

/**
 * A form's parsed files stay in memory until its call ends, so only a few calls run at once. Files of waiting calls
 * stay on disk.
 */
const fileLimit = new ConcurrencyLimit(2, 20)

/**
 * Parses the files of a form and then runs `work`, which begins the transaction. This order keeps connections free while
 * a workbook is parsed or a picture is re-encoded.
 * @throws Refusal for a file that the endpoint does not accept; Refusal errno.busy when too many calls wait
 */
export function withParsedFiles<T>(
  { body }: Endpoint,
  parts: ReadonlyMap<string, FormPart>,
  work: () => Promise<T>,
): Promise<T> {
  return fileLimit.run(async () => {
    for (const part of parts.values()) {
      if (body === 'sheet') part.worksheet = await readSheet(part.file.path, {}, part.fileName)
      if (body === 'multipart') part.picture = await checkFile(part.file, part.fileName, 'image/any')
    }
    return work()
  })
}
