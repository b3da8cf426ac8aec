import type { Endpoint } from '@/contract/endpoint'
import type { Part } from './context'
import { readSheet } from './excel/read'
import { judge } from './files/accept'
import { Turns } from './turns'

/** What was read of a form's files stays in memory until its call is done, so few are worked on at once; the others' wait on the disk. */
const turns = new Turns(2, 20)

/**
 * Reads the files of a form, then runs `work`, which begins the transaction: no connection waits while a sheet is read or
 * a picture drawn anew.
 * @throws Refusal for a file that is not what the endpoint takes; Refusal 4502 when too many wait
 */
export function withFilesRead<T>(
  { body }: Endpoint,
  parts: ReadonlyMap<string, Part>,
  work: () => Promise<T>,
): Promise<T> {
  return turns.take(async () => {
    for (const part of parts.values()) {
      if (body === 'sheet') part.sheet = await readSheet(part.file.path, {}, part.fileName)
      if (body === 'multipart') part.picture = await judge(part.file, part.fileName, 'image/any')
    }
    return work()
  })
}
