import { errno, type Issue } from '@/contract/errno'

/** Outcome of an answer: success, refusal, or refusal because the credential has expired. */
export type Verdict =
  | { kind: 'success'; data: unknown }
  | { kind: 'refused' | 'expired'; errno: string; message: string; issues: Issue[]; data: unknown }

/** errno → key of its message under `client:api.errno`. All other codes are successes. */
const catalogue: Readonly<Record<string, string>> = {
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
const parameterError = ['parameter error', '参数错误']

interface Body {
  errno?: unknown
  errmsg?: unknown
  data?: unknown
  issues?: unknown
}

/**
 * Judges the body of an answer by the error catalogue (specification, section 8). The server's message, which names
 * field and reason, takes precedence over the catalogue's; an expired credential always uses the catalogue's.
 */
export function judge(body: unknown, t: (key: string) => string): Verdict {
  if (body === null || typeof body !== 'object') return { kind: 'success', data: body }
  const { errno: raw, errmsg, data, issues } = body as Body
  const code = raw === undefined || raw === null ? errno.ok : String(raw)
  const said = typeof errmsg === 'string' ? errmsg.trim() : ''
  const refusal = (kind: 'refused' | 'expired', message: string): Verdict => ({
    kind,
    errno: code,
    message,
    issues: issuesOf(issues, data),
    data: data ?? null,
  })
  if (code === errno.parameterOrDone && parameterError.includes(said.toLowerCase())) return refusal('refused', said)
  const key = catalogue[code]
  if (!key) return { kind: 'success', data: 'data' in (body as object) ? data : body }
  if (code === errno.expired) return refusal('expired', t('api.errno.expired'))
  return refusal('refused', said || t(`api.errno.${key}`))
}

function issuesOf(...places: unknown[]): Issue[] {
  for (const place of places) {
    const list = Array.isArray(place) ? place : (place as { issues?: unknown } | null | undefined)?.issues
    if (Array.isArray(list))
      return list.filter(
        (i): i is Issue =>
          typeof i === 'object' &&
          i !== null &&
          Array.isArray((i as Issue).path) &&
          typeof (i as Issue).code === 'string',
      )
  }
  return []
}
