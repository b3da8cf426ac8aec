/**
 * JavaScript values of column types, defined once for both engines.
 *
 *   int8, numeric  -> number (an int8 beyond ±2^53 is an error, not a wrong number)
 *   date           -> 'YYYY-MM-DD'
 *   timestamptz    -> 'YYYY-MM-DDTHH:MM:SS.sssZ'; finer digits are cut, so declare columns timestamptz(3)
 *   interval, timestamp -> PostgreSQL's own text
 *   json, jsonb    -> parsed
 */
import pg from 'pg'
import { NamedStatements } from './prepared-statements'

type ValueParser = (text: string) => unknown

const { builtins } = pg.types
const TEXT_ARRAY_OID = 1009

/** Parses an int8. @throws RangeError if a number cannot represent it exactly */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond what a number holds exactly`)
  return value
}

/**
 * Parses PostgreSQL's text of a timestamptz (session in UTC, ISO date style) to ISO 8601 with milliseconds; infinities
 * stay as they are.
 */
export function parseTimestamptz(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text)
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}

const returnText: ValueParser = (text) => text

/** Each type with its array type; pg's typings name only some of them. */
const parsers: { oid: number; arrayOid: number; parse: ValueParser }[] = [
  { oid: builtins.INT8, arrayOid: 1016, parse: parseInt8 },
  { oid: builtins.NUMERIC, arrayOid: 1231, parse: Number },
  { oid: builtins.DATE, arrayOid: 1182, parse: returnText },
  { oid: builtins.TIMESTAMPTZ, arrayOid: 1185, parse: parseTimestamptz },
  { oid: builtins.TIMESTAMP, arrayOid: 1115, parse: returnText },
  { oid: builtins.INTERVAL, arrayOid: 1187, parse: returnText },
]

/** Registers the parsers with the driver. Safe to call more than once. */
export function installValueTypes(): void {
  // Dates passed as parameters must not depend on the machine's time zone.
  pg.defaults.parseInputDatesAsUTC = true
  const { getTypeParser, setTypeParser } = pg.types as {
    getTypeParser(oid: number): ValueParser
    setTypeParser(oid: number, parse: ValueParser): void
  }
  const splitArray = getTypeParser(TEXT_ARRAY_OID)
  for (const { oid, arrayOid, parse } of parsers) {
    const parseEntries = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(parseEntries) : value === null ? null : parse(String(value))
    setTypeParser(oid, parse)
    setTypeParser(arrayOid, (text) => parseEntries(splitArray(text)))
  }
}

export interface UniformClientConfig extends pg.ClientConfig {
  /** False behind a pooler that assigns each transaction to any session: a name may be unknown there. */
  namedStatements?: boolean
}
/**
 * The driver's client with our own promises over its callbacks. The driver's own promises keep every answer referenced
 * by later answers until a full garbage collection, so reading many pages would fill the memory. The client also limits
 * the number of named statements.
 */
export class UniformClient extends pg.Client {
  constructor(config?: UniformClientConfig) {
    super(config)
    const usesNames = config?.namedStatements ?? true
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const namedStatements = new NamedStatements()
    const uniformQuery = (namedStatement: unknown, ...otherArgs: unknown[]): unknown => {
      const statement =
        !usesNames && isNamedStatement(namedStatement) ? { ...namedStatement, name: undefined } : namedStatement
      const deallocation = isNamedStatement(statement) && namedStatements.markUsed(statement.name)
      if (deallocation) query(deallocation)
      return typeof otherArgs.at(-1) === 'function' || isSubmittable(statement)
        ? query(statement, ...otherArgs)
        : queryAsPromise(query, [statement, ...otherArgs])
    }
    this.query = uniformQuery as typeof this.query
  }
}

async function queryAsPromise(query: (...args: unknown[]) => unknown, args: unknown[]): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      query(...args, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    // Point the stack to the caller, not to where the answer was read from the wire.
    if (error instanceof Error) Error.captureStackTrace(error, queryAsPromise)
    throw error
  }
}

const isNamedStatement = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query && typeof query.name === 'string'
const isSubmittable = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query
