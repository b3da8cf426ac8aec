/** Error codes of the API; every answer carries one of them in `errno`. */
export const errno = {
  ok: '200',
  /** The session has expired. */
  expired: '4101',
  exists: '4003',
  serverError: '4500',
  forbidden: '401',
  parameter: '4013',
  /** An error only with the message "parameter error"; with any other message a success (specification, section 8). */
  parameterOrDone: '4103',
  missingParameter: '4042',
  notFound: '4006',
  busy: '4502',
  noData: '4002',
  /** Illegal request, or too many requests. */
  limited: '4201',
  /** Refused for the reason in the message, e.g. a violated plant rule or a conflict of versions. */
  message: '6000',
} as const
export type Errno = (typeof errno)[keyof typeof errno]

/** The body of every JSON answer. */
export interface Envelope<T = unknown> {
  errno: Errno
  errmsg: string
  data: T
}

/** One problem of an input, addressed so that a form can show it at the field. */
export interface Issue {
  /** Field names and list indexes from the outside in; empty if it concerns the whole input. */
  path: (string | number)[]
  /** Key under `errors.issue` of the contract's locale. */
  code: IssueCode
  /** Values to insert into the text: limits, allowed options. */
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
  | 'badCode'
  | 'badDay'
  | 'badMoment'
  | 'badId'
  | 'badCharacter'
  | 'unknownId'
  | 'duplicate'
  | 'tooPrecise'
  | 'notAllowed'
  /** An address at a host that is not permitted. */
  | 'otherHost'
  /** An address that is not https. */
  | 'notSecure'
  /** A value that must be sent in the body, never in the URL. */
  | 'inAddress'
  | 'badUserName'
  /** The value is already recorded, and the person may not change it. */
  | 'mayNotChange'
  /** The end is before the start. */
  | 'endsFirst'
  /** A date before or after another date of the row, which the message names. */
  | 'beforeOther'
  | 'afterOther'
  /** A number below or above another number of the row, which the message names. */
  | 'belowOther'
  | 'aboveOther'
  | 'tooManyDays'
  | 'inFuture'
  | 'longAgo'
  | 'tooEarly'
  /** A scanned or typed code does not belong to the chosen row. */
  | 'notOfChosen'
  /** A cell for text holds a date, or a number that Excel has rounded. */
  | 'dateInText'
  | 'fractionInText'
  | 'booleanInText'
  | 'digitsLost'
  /** The unit cannot be converted to the unit of the field. */
  | 'otherUnit'
  /** The field has no unit, but the cell or its heading names one. */
  | 'noUnit'
  | 'otherZone'
  /** The number format shows a text or a scale whose meaning is unclear. */
  | 'unclearFormat'
  /** A plain number beside percentages may be a share: 0.3 beside 40 % may be 0.3 % or 30 %. */
  | 'mixedPercent'
  /** The comma or point of a number may separate decimals or thousands. */
  | 'unclearComma'
  /** A number written as text with a decimal comma, in a worksheet with decimal points. */
  | 'decimalComma'
  /** A negative number written as `12-` or `(12)`. */
  | 'minusBehind'
  /** A limit of detection or another text for a value that was not measured: `<0.01`, `n.d.`. */
  | 'notExact'
  /** A dash in place of a number. */
  | 'dash'
  /** A stored row has the same code in another case or width. */
  | 'similarExists'
  /** Another row of the worksheet has the same key. */
  | 'repeatsRow'
  /** Another row of the worksheet has the same code in another case or width. */
  | 'resemblesRow'
  /** A row of the worksheet repeats the headings, or holds totals. */
  | 'headingRow'
  | 'totalRow'
  /** Two columns of the worksheet are the same field. */
  | 'columnTwice'
  /** Several rows have the name in the cell. */
  | 'severalFound'

/**
 * An error for the caller. `key` is a text key of the locales (`area:path`), filled with `params`; `issues` name
 * fields; `data` is sent to the client unchanged (e.g. both versions of a conflict).
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
    details: { params?: Record<string, string | number>; issues?: Issue[]; data?: unknown } = {},
  ) {
    super(`${code} ${key}`)
    this.errno = code
    this.key = key
    this.params = details.params ?? {}
    this.issues = details.issues ?? []
    this.data = details.data ?? null
  }
}
/** Creates the refusal for a violated plant rule: errno 6000 with its own text. */
export const refuse = (key: string, params?: Record<string, string | number>, data?: unknown): Refusal =>
  new Refusal(errno.message, key, { params, data })
/** `data` of a refusal that concerns the state of the row and not the input, so no form can correct it. */
export interface RowRefusal {
  ofRow: true
  /** Somebody else has already done the same; nothing is lost. */
  settled?: true
  /** Who changed the row last and when, if the person may see the row. */
  changed?: { id?: string | null; by: string | null; at: string }
}
/** Returns the `data` of a refusal if it concerns the row, else null. */
export const getRowRefusal = (data: unknown): RowRefusal | null =>
  (data as Partial<RowRefusal> | null | undefined)?.ofRow === true ? (data as RowRefusal) : null
/** `data` of a refused sign-in: the password was correct, but a code of the second factor is required. */
export interface SecondFactorRequired {
  secondFactor: true
}
/**
 * `data` of a refused sign-in: the directory user must confirm with the account's password that the account is theirs.
 */
export interface LinkPasswordRequired {
  linkPassword: true
}
/** `data` of a refusal: the person must first change the password or set up a second factor. */
export interface AccountSetupRequired {
  first: 'mustChangePassword' | 'mustEnrol'
}
/** `data` of a refusal: repeat the call after the password has been entered again (`POST /user/verification`). */
export interface ReauthenticationRequired {
  verification: true
}
/**
 * Creates the refusal of an invalid input. Issues of a single kind have their own errno: 4042 for missing values, 4006
 * for unknown ids, 4003 for codes similar to stored codes. All other issues give 4013.
 */
export function refuseInput(issues: Issue[]): Refusal {
  const hasOnly = (code: IssueCode) => issues.every((issue) => issue.code === code)
  if (hasOnly('missing')) return new Refusal(errno.missingParameter, 'contract:errors.missingParameter', { issues })
  if (hasOnly('unknownId')) return new Refusal(errno.notFound, 'contract:errors.notFound', { issues })
  return new Refusal(hasOnly('similarExists') ? errno.exists : errno.parameter, 'contract:errors.parameter', { issues })
}
