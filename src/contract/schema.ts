import * as z from 'zod/mini'
import type { Endpoint } from './endpoint'
import type { Issue, IssueCode } from './errno'
import { isCollection, type Field, type FieldKind, type FieldByKind, type Fields, type SeriesField } from './field'
import { isUuid } from './id'
import { parseInstant } from './instant'
import { getMaxValue, getMinValue } from './number-limits'
import { containsForeignPreset } from './preset'

type FieldSchema = z.ZodMiniType<unknown, unknown>
/** PostgreSQL cannot store NUL, and half a surrogate pair is not valid text. */
const storableCheck = z.refine<string>(
  (s) => !s.includes('\0') && !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(s),
  { params: { code: 'badCharacter' } },
)
const withIssueCode = (code: IssueCode) => ({ params: { code } })
/** Line breaks, tabs and other separators that a single line cannot show. */
const LINE_SEPARATORS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/**
 * Invisible characters in copied text: control characters, zero-width spaces, and direction marks, which can make a
 * name look like another name. NUL is not among them, because it is refused. Joiners are kept, because some scripts and
 * emoji need them.
 */
const INVISIBLE_CHARACTERS = /(?![\t\n\r\0])\p{Cc}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu
/**
 * Composes letters and their marks (NFC), as keyboards type them. Texts copied from PDF files or from names of files on a
 * Mac are decomposed: they look the same, but differ in searches and unique codes.
 */
const toSingleLine = (text: string): string =>
  text.normalize('NFC').replace(LINE_SEPARATORS, ' ').replace(INVISIBLE_CHARACTERS, '')
const createTrimmedTextSchema = (max: number, clean: (text: string) => string = toSingleLine) =>
  z.string().check(z.overwrite(clean), z.trim(), z.maxLength(max), storableCheck)
const keepCharacters = (text: string): string => text
/** Excel stores line ends as LF; a note with CR would come back changed from a workbook. Letters are composed (NFC). */
const unifyLineEnds = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n')
/**
 * Accepts typed text and the field's own presets (predefined texts, stored as keys and displayed in the reader's
 * language). The preset of another field has no text here and would be displayed as its key.
 */
const createTextSchema = (
  { max, presets }: Pick<FieldByKind<'text' | 'note'>, 'max' | 'presets'>,
  clean: (text: string) => string,
) =>
  presets
    ? createTrimmedTextSchema(max, clean).check(
        z.refine((s: string) => !containsForeignPreset(s, presets), withIssueCode('notAnOption')),
      )
    : createTrimmedTextSchema(max, clean)
const createIdSchema = () => z.string().check(z.refine(isUuid, withIssueCode('badId')))
const TEXT_FORMATS = {
  code: /^[\p{L}\p{N}][\p{L}\p{N} ./_#+-]*$/u,
  // Latin letters and ideographs only: look-alikes such as Cyrillic а could imitate another user.
  userName: /^[a-zA-Z0-9À-ÖØ-öø-ÿ\p{Unified_Ideograph}][a-zA-Z0-9À-ÖØ-öø-ÿ\p{Unified_Ideograph} ./_#+-]*$/u,
  phone: /^\+?[\d -]{5,20}$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
} as const
/** Issues of formats that need an explanation. */
const FORMAT_ISSUES: Partial<Record<keyof typeof TEXT_FORMATS, IssueCode>> = {
  code: 'badCode',
  userName: 'badUserName',
}
const isDay = (s: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(s) &&
  s >= '1900-01-01' &&
  s <= '2200-12-31' &&
  new Date(`${s}T00:00:00Z`).toJSON()?.slice(0, 10) === s
/** True if the text is an instant that can be stored: after conversion to UTC its year must also have four digits. */
export const isMoment = (s: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(s) &&
  isInStorableRange(parseInstant(s))
const isInStorableRange = (instantMs: number | null): boolean =>
  instantMs !== null && instantMs >= EARLIEST_MS && instantMs < LATEST_MS
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')
const LATEST_MS = Date.parse('9999-12-31T00:00:00Z')
const countDecimals = (n: number) => {
  const [, fractionDigits = '', exponent = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(n)) ?? []
  return Math.max(0, fractionDigits.length - Number(exponent))
}
const uniqueEntriesCheck = z.refine<unknown[]>((a) => new Set(a).size === a.length, withIssueCode('duplicate'))

const MAX_SERIES_VALUE = 1e12
const MAX_SERIES_TEXT_LENGTH = 60
const MAX_SERIES_ISSUES = 10
/**
 * Checks the entries in a loop, because one schema per entry takes seconds for a million numbers. Reports the first
 * issues only.
 */
function createSeriesSchema({ of: entryType, max }: SeriesField): FieldSchema {
  const findEntryIssue = (entry: unknown): IssueCode | null => {
    if (entry === null || entry === undefined) return 'missing'
    if (typeof entry === 'string' && entryType === 'text')
      return entry.length > MAX_SERIES_TEXT_LENGTH ? 'tooLong' : null
    if (typeof entry !== 'number' || Number.isNaN(entry)) return typeof entry === 'string' ? 'notNumber' : 'wrongType'
    return Math.abs(entry) > MAX_SERIES_VALUE ? 'tooBig' : null
  }
  const entriesCheck = z.check<unknown>(({ value, issues }) => {
    const addIssue = (path: PropertyKey[], code: IssueCode) => {
      const limit = code === 'tooBig' ? MAX_SERIES_VALUE : code === 'tooMany' ? max : MAX_SERIES_TEXT_LENGTH
      if (issues.length < MAX_SERIES_ISSUES)
        issues.push({ code: 'custom', input: value, path, params: { code, params: { limit } } })
    }
    /** Adds the issues of the entries, and returns their number including those in groups. */
    const checkEntries = (entries: readonly unknown[], path: PropertyKey[]): number => {
      let count = 0
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i]
        // Fast path: nearly all entries are valid numbers.
        if (
          entryType === 'number' &&
          typeof entry === 'number' &&
          entry <= MAX_SERIES_VALUE &&
          entry >= -MAX_SERIES_VALUE
        ) {
          count++
          continue
        }
        if (Array.isArray(entry) && entryType === 'number' && path.length === 0) {
          if (entry.length === 0) addIssue([i], 'missing')
          count += checkEntries(entry, [i])
          continue
        }
        count++
        const code = findEntryIssue(entry)
        if (code) addIssue([...path, i], code)
      }
      return count
    }
    if (!Array.isArray(value)) {
      const code = findEntryIssue(value)
      if (code) addIssue([], code)
    } else if (checkEntries(value, []) > max) addIssue([], 'tooMany')
  })
  const toTextEntries = z.transform((value: unknown) => (entryType === 'text' ? [value].flat().map(String) : value))
  return z.pipe(z.unknown().check(entriesCheck), toTextEntries)
}

/** Functions that create the schema of a filled-in value, by kind of field. */
const schemaCreatorByKind = {
  text: (f) =>
    f.format
      ? createTrimmedTextSchema(f.max).check(
          z.refine(
            (s: string) => s === '' || TEXT_FORMATS[f.format!].test(s),
            withIssueCode(FORMAT_ISSUES[f.format] ?? 'badFormat'),
          ),
        )
      : createTextSchema(f, f.secret ? keepCharacters : toSingleLine),
  note: (f) => createTextSchema(f, unifyLineEnds),
  integer: (f) => z.int().check(z.gte(getMinValue(f)), z.lte(getMaxValue(f))),
  amount: (f) =>
    z.number().check(
      z.gte(getMinValue(f)),
      z.lte(getMaxValue(f)),
      z.refine((n: number) => countDecimals(n) <= f.digits, withIssueCode('tooPrecise')),
    ),
  choice: (f) => z.enum(f.options as [string, ...string[]]),
  flag: () => z.boolean(),
  day: () => z.string().check(z.refine(isDay, withIssueCode('badDay'))),
  moment: () =>
    z.pipe(
      z.string().check(z.refine(isMoment, withIssueCode('badMoment'))),
      z.transform((s: string) => new Date(s).toISOString()),
    ),
  reference: createIdSchema,
  references: (f) => z.array(createIdSchema()).check(z.maxLength(f.max), uniqueEntriesCheck),
  image: (f) => z.array(createIdSchema()).check(z.maxLength(f.max), uniqueEntriesCheck),
  file: (f) => z.array(createIdSchema()).check(z.maxLength(f.max), uniqueEntriesCheck),
  list: (f) => z.array(createObjectSchema(f.of, false)).check(z.maxLength(f.max)),
  series: (f) => createSeriesSchema(f),
  custom: () =>
    z.record(
      z.string().check(z.maxLength(64)),
      z.union([createTrimmedTextSchema(400), z.number(), z.boolean(), z.null()]),
    ),
  // Safe: an entry is only looked up by the kind of the field that is passed to it.
} satisfies { [K in FieldKind]: (field: FieldByKind<K>) => unknown } as unknown as Record<
  FieldKind,
  (field: Field) => FieldSchema
>

/** Blank text counts as null; a collection is emptied by `[]` or `{}`. */
function createOptionalSchema(field: Field): FieldSchema {
  const filledSchema = schemaCreatorByKind[field.kind](field)
  if (isCollection(field)) return z.optional(filledSchema)
  const cleanText = field.kind === 'text' && !field.secret ? toSingleLine : keepCharacters
  const blankAsNullSchema = z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && cleanText(v).trim() === '' ? null : v)),
    z.nullable(filledSchema),
  )
  return z.optional(blankAsNullSchema)
}
function createRequiredSchema(field: Field): FieldSchema {
  const filledSchema = schemaCreatorByKind[field.kind](field)
  const isFilledCheck = z.refine<unknown>(
    (v) => !(v === '' || (Array.isArray(v) && v.length === 0)),
    withIssueCode('missing'),
  )
  return filledSchema.check(isFilledCheck)
}
/**
 * Creates the schema of a record of fields; unknown names are refused. `partial` makes all but `id` and `version`
 * optional.
 */
export function createObjectSchema(fields: Fields, partial: boolean): FieldSchema {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!field.required) return [name, createOptionalSchema(field)]
      const requiredSchema = createRequiredSchema(field)
      return [name, partial && name !== 'id' && name !== 'version' ? z.optional(requiredSchema) : requiredSchema]
    }),
  )
  return z.strictObject(shape) as FieldSchema
}

const schemasByEndpoint = new WeakMap<object, FieldSchema>()
/** Checks the input of an endpoint. Returns the normalized value, or the issues by field. */
export function checkInput(
  endpoint: Pick<Endpoint, 'input' | 'partial'>,
  input: unknown,
): { ok: true; value: Record<string, unknown> } | { ok: false; issues: Issue[] } {
  let schema = schemasByEndpoint.get(endpoint)
  if (!schema) schemasByEndpoint.set(endpoint, (schema = createObjectSchema(endpoint.input, endpoint.partial)))
  return parseWithSchema(schema, input)
}
/** Checks values against a record of fields, like `checkInput`. */
export function checkFields(fields: Fields, input: unknown, partial = false): ReturnType<typeof checkInput> {
  return parseWithSchema(createObjectSchema(fields, partial), input)
}
/** Limits the answer to a large invalid input. */
const MAX_ZOD_ISSUES = 50
function parseWithSchema(schema: FieldSchema, input: unknown): ReturnType<typeof checkInput> {
  const result = z.safeParse(schema, input ?? {}, { reportInput: true })
  if (result.success) return { ok: true, value: result.data as Record<string, unknown> }
  return { ok: false, issues: result.error.issues.slice(0, MAX_ZOD_ISSUES).flatMap(toIssues) }
}

type ZodIssue = {
  code?: string
  expected?: string
  path: PropertyKey[]
  input?: unknown
  keys?: string[]
  maximum?: unknown
  minimum?: unknown
  origin?: string
  values?: unknown[]
  params?: Record<string, unknown>
}
function toIssues(issue: unknown): Issue[] {
  const zodIssue = issue as ZodIssue
  const path = zodIssue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)))
  const createIssue = (code: IssueCode, params?: Issue['params']): Issue[] => [
    { path, code, ...(params ? { params } : {}) },
  ]
  switch (zodIssue.code) {
    case 'unrecognized_keys':
      return (zodIssue.keys ?? []).map((key) => ({ path: [...path, key.slice(0, 80)], code: 'unknownField' as const }))
    case 'invalid_type':
      if (zodIssue.input === undefined || zodIssue.input === null) return createIssue('missing')
      return createIssue(
        zodIssue.expected === 'int' ? 'notInteger' : zodIssue.expected === 'number' ? 'notNumber' : 'wrongType',
      )
    case 'invalid_value':
      return zodIssue.input === undefined || zodIssue.input === null
        ? createIssue('missing')
        : createIssue('notAnOption', { options: (zodIssue.values ?? []).join(', ') })
    case 'too_big':
      return createIssue(
        zodIssue.origin === 'string' ? 'tooLong' : zodIssue.origin === 'array' ? 'tooMany' : 'tooBig',
        {
          limit: Number(zodIssue.maximum),
        },
      )
    case 'too_small':
      return createIssue('tooSmall', { limit: Number(zodIssue.minimum) })
    case 'custom':
      return createIssue(
        (zodIssue.params?.['code'] as IssueCode | undefined) ?? 'badFormat',
        zodIssue.params?.['params'] as Issue['params'],
      )
    default:
      return createIssue('wrongType')
  }
}

/** Parses query-string values into the types that the schema expects: numbers, flags, comma-separated lists. */
export function parseQuery(fields: Fields, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, rawValue]) => {
      const field = fields[name]
      const value = Array.isArray(rawValue) && !(field && isCollection(field)) ? rawValue.join(',') : rawValue
      if (!field || typeof value !== 'string') return [name, value]
      if (field.kind === 'integer' || field.kind === 'amount')
        return [name, value === '' ? null : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value]
      if (field.kind === 'flag') return [name, parseFlag(value)]
      if (field.kind === 'series') return [name, parseSeries(value, field)]
      if (field.kind === 'list' || field.kind === 'custom') return [name, parseJson(value)]
      if (isCollection(field)) return [name, value === '' ? [] : value.split(',')]
      return [name, value]
    }),
  )
}
/** Parses a flag; other text stays unchanged, so that the schema reports the field. */
function parseFlag(value: string): boolean | string {
  if (value === 'true' || value === '1') return true
  return value === 'false' || value === '0' ? false : value
}
/** Parses a series from a query string: `1,2,3`, or JSON for a series of groups such as `[[1,2],[3]]`. */
const parseSeries = (value: string, { of: entryType }: SeriesField): unknown =>
  value.startsWith('[')
    ? parseJson(value)
    : value === ''
      ? []
      : value
          .split(',')
          .map((entry) =>
            entryType === 'number' && entry.trim() !== '' && Number.isFinite(Number(entry)) ? Number(entry) : entry,
          )
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value // not JSON: the schema reports the field
  }
}
