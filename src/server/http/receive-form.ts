import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { Config } from '../config'
import type { FormPart } from '../context'
import { assertSheetBytes } from '../excel/first-bytes'
import { WORKBOOK_LIMITS } from '../excel/read-sheet'
import { WorkbookRefusal } from '../excel/workbook-refusal'
import { FILE_LIMITS, checkFileHead } from '../files/check-file'
import type { IncomingFiles, FileRequirements } from '../files/incoming-files'
import { FileRefusal } from '../files/file-refusal'
import { buildTooLargeRefusal } from './too-large'
import { getMaxFiles } from './upload-limits'

/** The text fields and files of a form. Each file is a part; its field holds the ids of its parts. */
export interface MultipartForm {
  fields: Record<string, unknown>
  fileParts: Map<string, FormPart>
}
/** The store of a form's files, their size limits, and the check of the caller. */
export interface FormReceiver {
  incoming: IncomingFiles
  config: Pick<Config, 'uploadLimit' | 'bodyLimit'>
  /** Called before a file is received, with the fields that precede it. Throws to refuse the file. */
  assertAdmitted(fields: Record<string, unknown>): void
}

/**
 * Receives a form into `form`, file by file. If it throws, `form` holds the files received so far; the caller must
 * remove them.
 * @throws Refusal for an unexpected file, too many files, or a file of the wrong size or kind; errors of
 * `assertAdmitted`
 */
export async function receiveForm(
  request: FastifyRequest,
  endpoint: Endpoint,
  form: MultipartForm,
  { incoming, config, assertAdmitted }: FormReceiver,
): Promise<void> {
  // Let one extra byte through, so that files over the limit are detected.
  const limits = { fieldSize: config.bodyLimit, fileSize: config.uploadLimit + 1 }
  let textLength = 0
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        try {
          const ids = getFieldFileIds(endpoint, form, part.fieldname)
          assertAdmitted(form.fields)
          const file = await incoming.receive(part.file, buildFileRequirements(endpoint, part, config.uploadLimit))
          const id = randomUUID()
          form.fileParts.set(id, { id, field: part.fieldname, fileName: part.filename, file })
          form.fields[part.fieldname] = [...ids, id]
        } finally {
          part.file.destroy()
        }
      } else if (typeof part.value === 'string') {
        textLength += part.value.length
        if (part.valueTruncated || textLength > config.bodyLimit) throw buildTooLargeRefusal(config.bodyLimit)
        form.fields[part.fieldname] = part.value
      }
    }
  } catch (error) {
    throw toSenderRefusal(error)
  }
}
/**
 * Turns parser errors of a malformed form, e.g. one without end or boundary, into a refusal. Plugin errors carry a
 * status and disk errors a system call; those pass unchanged.
 */
const toSenderRefusal = (error: unknown): unknown =>
  error instanceof Refusal || (error instanceof Error && ('statusCode' in error || 'syscall' in error))
    ? error
    : Object.assign(new Refusal(errno.parameter, 'contract:errors.badRequest'), { cause: error })

/** Returns the ids of the files that a field already has. @throws Refusal if the field accepts no more files */
function getFieldFileIds(endpoint: Endpoint, { fields }: MultipartForm, field: string): string[] {
  const limit = getMaxFiles(endpoint, field)
  if (limit === null)
    throw refuseInput([
      { path: [field.slice(0, 80)], code: Object.hasOwn(endpoint.input, field) ? 'wrongType' : 'unknownField' },
    ])
  const ids = Array.isArray(fields[field]) ? (fields[field] as string[]) : []
  if (ids.length >= limit) throw refuseInput([{ path: [field], code: 'tooMany', params: { limit } }])
  return ids
}

function buildFileRequirements({ body }: Endpoint, { filename }: MultipartFile, uploadLimit: number): FileRequirements {
  const limit = body === 'sheet' ? WORKBOOK_LIMITS.maxBytes : FILE_LIMITS.photo
  const buildFileTooLargeRefusal = () =>
    body === 'sheet' ? new WorkbookRefusal('tooBig', { limit }) : new FileRefusal('tooLarge', { limit })
  return {
    maxBytes: Math.min(limit, uploadLimit),
    createTooLargeRefusal: uploadLimit < limit ? () => buildTooLargeRefusal(uploadLimit) : buildFileTooLargeRefusal,
    inspectHead: (head) =>
      void (body === 'sheet' ? assertSheetBytes(head, filename) : checkFileHead(head, filename, 'image/any')),
  }
}
