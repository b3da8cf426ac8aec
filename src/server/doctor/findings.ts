/** One line of the report of `doctor`. A warning needs attention; a failure keeps the plant from starting or working. */
export interface Finding {
  readonly subject: string
  readonly status: 'ok' | 'warning' | 'failure'
  readonly detail: string
  /** Tells the operator how to fix the problem; empty if there is none. */
  readonly remedy: string
}
export const createOk = (subject: string, detail: string): Finding => ({ subject, status: 'ok', detail, remedy: '' })
export const createWarning = (subject: string, detail: string, remedy: string): Finding => ({
  subject,
  status: 'warning',
  detail,
  remedy,
})
export const createFailure = (subject: string, detail: string, remedy: string): Finding => ({
  subject,
  status: 'failure',
  detail,
  remedy,
})

const LABEL_BY_STATUS = { ok: 'ok     ', warning: 'WARNING', failure: 'FAILURE' } as const
/** Formats findings for the terminal: a line each, and a second line that begins with an arrow for the remedy. */
export const formatFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ subject, status, detail, remedy }) => {
      const line = `${LABEL_BY_STATUS[status]}  ${subject}: ${detail}`
      return remedy ? `${line}\n         → ${remedy}` : line
    })
    .join('\n')
