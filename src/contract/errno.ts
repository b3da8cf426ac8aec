/** The error catalogue of the wire: every body carries one of these strings in `errno`. */
export const errno = {
  ok: '200',
  expired: '4101',
  exists: '4003',
  serverError: '4500',
  forbidden: '401',
  parameter: '4013',
  parameterOrDone: '4103',
  missingParameter: '4042',
  notFound: '4006',
  busy: '4502',
  noData: '4002',
  limited: '4201',
  message: '6000',
} as const
export type Errno = (typeof errno)[keyof typeof errno]

/** The body of every JSON answer. */
export interface Envelope<T = unknown> {
  errno: Errno
  errmsg: string
  data: T
}

/** One thing wrong with an input, named so that a form can show it at its field. */
export interface Issue {
  /** Field names and list indexes from the outside in; empty when it concerns the whole input. */
  path: (string | number)[]
  /** A key under `errors.issue` of the contract's locale. */
  code: IssueCode
  /** Values for the sentence: limits, allowed options. */
  params?: Record<string, string | number>
}
export type IssueCode =
  | 'missing'
  | 'unknownField'
  | 'wrongType'
  | 'notNumber'
  | 'notInteger'
  | 'tooLong'
  | 'tooSmall'
  | 'tooBig'
  | 'sumTooSmall'
  | 'sumTooBig'
  | 'tooMany'
  | 'notAnOption'
  | 'notPicture'
  | 'badFormat'
  | 'badDay'
  | 'badMoment'
  | 'badId'
  | 'badCharacter'
  | 'unknownId'
  | 'duplicate'
  | 'tooPrecise'
  | 'notAllowed'
  | 'otherHost'
  | 'notSecure'
  | 'inAddress'
  | 'badUserName'
  | 'mayNotChange'
  | 'endsFirst'
  | 'tooManyDays'
  | 'inFuture'
  | 'longAgo'
  | 'tooEarly'
  | 'notOfChosen'
  /** A cell that should hold a text holds a date, or a number that Excel has rounded. */
  | 'dateInText'
  | 'digitsLost'
  /** A unit that cannot be turned into the field's. */
  | 'otherUnit'

/**
 * A refusal that a caller can understand. `key` names a sentence in a locale (`area:path`), filled with `params`;
 * `issues` name fields; `data` goes to the client as is (for example both versions of a conflict).
 */
export class Refusal extends Error {
  readonly errno: Errno
  readonly key: string
  readonly params: Record<string, string | number>
  readonly issues: Issue[]
  readonly data: unknown
  constructor(
    code: Errno,
    key: string,
    more: { params?: Record<string, string | number>; issues?: Issue[]; data?: unknown } = {},
  ) {
    super(`${code} ${key}`)
    this.errno = code
    this.key = key
    this.params = more.params ?? {}
    this.issues = more.issues ?? []
    this.data = more.data ?? null
  }
}
/** A refusal of the plant's rules: errno 6000 with a sentence of its own. */
export const refuse = (key: string, params?: Record<string, string | number>, data?: unknown): Refusal =>
  new Refusal(errno.message, key, { params, data })
/** `data` of a refusal that is about where a row stands, not about what was entered: no form can mend it. */
export interface OfRow {
  ofRow: true
  /** Somebody else has done the same, and nothing is lost with it. */
  settled?: true
  /** Who changed the row last, and when, where the person may see the row. */
  changed?: { id?: string | null; by: string | null; at: string }
}
/** What a refusal says of the row, of one that is about it; null of any other. */
export const ofRow = (data: unknown): OfRow | null =>
  (data as Partial<OfRow> | null | undefined)?.ofRow === true ? (data as OfRow) : null
/** `data` of a refused sign-in: the password was right, and a code of the second factor is asked for. */
export interface WantsCode {
  secondFactor: true
}
/** `data` of a refused sign-in: the directory's person must confirm by the account's password that it is theirs. */
export interface WantsLinkPassword {
  linkPassword: true
}
/** `data` of a refusal of whoever must first change the password, or set up a second factor: nothing else is done for them. */
export interface WantsFirst {
  first: 'mustChangePassword' | 'mustEnrol'
}
/** What a refusal carries when the call is to be repeated after the password has been entered again (`POST /user/verification`). */
export interface WantsVerification {
  verification: true
}
/** The input is wrong: 4042 when something is only missing, else 4013, or 4006 for an unknown id. */
export function refuseInput(issues: Issue[]): Refusal {
  const code = issues.every((i) => i.code === 'missing')
    ? errno.missingParameter
    : issues.every((i) => i.code === 'unknownId')
      ? errno.notFound
      : errno.parameter
  return new Refusal(
    code,
    code === errno.missingParameter
      ? 'contract:errors.missingParameter'
      : code === errno.notFound
        ? 'contract:errors.notFound'
        : 'contract:errors.parameter',
    { issues },
  )
}
