import { errno, type Issue } from '@/contract/errno'

/** Outcome of an answer: success, refusal, or refusal because the credential has expired. */
export type AnswerVerdict =
  | { kind: 'success'; data: unknown }
  | { kind: 'refused' | 'expired'; errno: string; message: string; issues: Issue[]; data: unknown }

/** errno → key of its message under `client:api.errno`. All other codes are successes, as specified. */
const ERRNO_TEXT_KEYS: Readonly<Record<string, string>> = {
  [errno.expired]: 'expired',
  [errno.exists]: 'exists',
  [errno.serverError]: 'serverError',
  [errno.forbidden]: 'forbidden',
  [errno.parameter]: 'parameter',
  [errno.missingParameter]: 'missingParameter',
  [errno.notFound]: 'notFound',
  [errno.busy]: 'busy',
  [errno.noData]: 'noData',
  [errno.limited]: 'limited',
  [errno.message]: 'message',
}
/** Messages with which errno 4103 is an error; with any other message it is a success. */
const PARAMETER_ERRORS = ['parameter error', '参数错误']

interface AnswerBody {
  errno?: unknown
  errmsg?: unknown
  data?: unknown
  issues?: unknown
}

/**
 * Judges the body of an answer by the error catalogue (specification, section 8). The server's message names field and
 * reason, so it replaces the message of the catalogue. An expired credential always gets the message of the catalogue.
 */
export function classifyAnswer(body: unknown, t: (textKey: string) => string): AnswerVerdict {
  if (body === null || typeof body !== 'object') return { kind: 'success', data: body }
  const { errno: rawErrno, errmsg, data, issues } = body as AnswerBody
  const code = rawErrno === undefined || rawErrno === null ? errno.ok : String(rawErrno)
  const serverMessage = typeof errmsg === 'string' ? errmsg.trim() : ''
  const buildRefusal = (kind: 'refused' | 'expired', message: string): AnswerVerdict => ({
    kind,
    errno: code,
    message,
    issues: collectIssues(issues, data),
    data: data ?? null,
  })
  if (code === errno.parameterOrDone && PARAMETER_ERRORS.includes(serverMessage.toLowerCase()))
    return buildRefusal('refused', serverMessage)
  const textKey = ERRNO_TEXT_KEYS[code]
  if (!textKey) return { kind: 'success', data: 'data' in (body as object) ? data : body }
  if (code === errno.expired) return buildRefusal('expired', t('api.errno.expired'))
  return buildRefusal('refused', serverMessage || t(`api.errno.${textKey}`))
}

function collectIssues(...sources: unknown[]): Issue[] {
  for (const source of sources) {
    const list = Array.isArray(source) ? source : (source as { issues?: unknown } | null | undefined)?.issues
    if (Array.isArray(list))
      return list.filter(
        (issue): issue is Issue =>
          typeof issue === 'object' &&
          issue !== null &&
          Array.isArray((issue as Issue).path) &&
          typeof (issue as Issue).code === 'string',
      )
  }
  return []
}
