import * as z from 'zod/mini'
import type { Endpoint } from './endpoint'
import type { Issue, IssueCode } from './errno'
import { isCollection, type Field, type FieldKind, type FieldOf, type Fields, type SeriesField } from './field'
import { isUuid } from './id'
import { parseInstant } from './instant'
import { isFalsePreset } from './preset'

type Checked = z.ZodMiniType<unknown, unknown>
/** PostgreSQL cannot store NUL, and half a surrogate pair is not valid text. */
const storable = z.refine<string>(
  (s) => !s.includes('\0') && !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(s),
  { params: { code: 'badCharacter' } },
)
const said = (code: IssueCode) => ({ params: { code } })
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), storable)
/** Accepts typed text and presets of the field. Any other preset would be displayed as its key. */
const lineOf = ({ max, presets }: Pick<FieldOf<'text' | 'note'>, 'max' | 'presets'>) =>
  presets ? line(max).check(z.refine((s: string) => !isFalsePreset(s, presets), said('notAnOption'))) : line(max)
const id = () => z.string().check(z.refine(isUuid, said('badId')))
const formats = {
  code: /^[\p{L}\p{N}][\p{L}\p{N} ./_#+-]*$/u,
  // Latin letters and ideographs only: look-alikes such as Cyrillic а could imitate another user.
  userName: /^[a-zA-Z0-9À-ÖØ-öø-ÿ\p{Unified_Ideograph}][a-zA-Z0-9À-ÖØ-öø-ÿ\p{Unified_Ideograph} ./_#+-]*$/u,
  phone: /^\+?[\d -]{5,20}$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
} as const
const isDay = (s: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(s) &&
  s >= '1900-01-01' &&
  s <= '2200-12-31' &&
  new Date(`${s}T00:00:00Z`).toJSON()?.slice(0, 10) === s
/** True if the text is an instant that can be stored: its year has four digits in UTC, too. */
export const isMoment = (s: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(s) && within(parseInstant(s))
const within = (instant: number | null): boolean => instant !== null && instant >= EARLIEST && instant < LATEST
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]
const decimals = (n: number) => {
  const [, tail = '', exp = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(n)) ?? []
  return Math.max(0, tail.length - Number(exp))
}
const unique = z.refine<unknown[]>((a) => new Set(a).size === a.length, said('duplicate'))

const LARGEST = 1e12
const TOLD = 10
/**
 * Checks the entries in a loop, because one schema per entry takes seconds for a million numbers. Reports the first
 * issues only.
 */
function seriesOf({ of, max }: SeriesField): Checked {
  const wrong = (entry: unknown): IssueCode | null => {
    if (entry === null || entry === undefined) return 'missing'
    if (typeof entry === 'string' && of === 'text') return entry.length > 60 ? 'tooLong' : null
    if (typeof entry !== 'number' || Number.isNaN(entry)) return typeof entry === 'string' ? 'notNumber' : 'wrongType'
    return Math.abs(entry) > LARGEST ? 'tooBig' : null
  }
  const looked = z.check<unknown>(({ value, issues }) => {
    const say = (path: PropertyKey[], code: IssueCode) => {
      const limit = code === 'tooBig' ? LARGEST : code === 'tooMany' ? max : 60
      if (issues.length < TOLD) issues.push({ code: 'custom', input: value, path, params: { code, params: { limit } } })
    }
    const each = (entries: readonly unknown[], path: PropertyKey[]): number => {
      let count = 0
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i]
        // Fast path: nearly all entries are valid numbers.
        if (of === 'number' && typeof entry === 'number' && entry <= LARGEST && entry >= -LARGEST) {
          count++
          continue
        }
        if (Array.isArray(entry) && of === 'number' && path.length === 0) {
          if (entry.length === 0) say([i], 'missing')
          count += each(entry, [i])
          continue
        }
        count++
        const code = wrong(entry)
        if (code) say([...path, i], code)
      }
      return count
    }
    if (!Array.isArray(value)) {
      const code = wrong(value)
      if (code) say([], code)
    } else if (each(value, []) > max) say([], 'tooMany')
  })
  const inWords = z.transform((value: unknown) => (of === 'text' ? [value].flat().map(String) : value))
  return z.pipe(z.unknown().check(looked), inWords)
}

/** Creates the schema of a filled-in value, by kind. */
const kinds = {
  text: (f) =>
    f.format
      ? line(f.max).check(
          z.refine(
            (s: string) => s === '' || formats[f.format!].test(s),
            said(f.format === 'userName' ? 'badUserName' : 'badFormat'),
          ),
        )
      : lineOf(f),
  note: lineOf,
  integer: (f) => z.int().check(z.gte(f.min ?? -2_147_483_648), z.lte(f.max ?? 2_147_483_647)),
  amount: (f) =>
    z.number().check(
      z.gte(f.min ?? -1e12),
      z.lte(f.max ?? 1e12),
      z.refine((n: number) => decimals(n) <= f.digits, said('tooPrecise')),
    ),
  choice: (f) => z.enum(f.options as [string, ...string[]]),
  flag: () => z.boolean(),
  day: () => z.string().check(z.refine(isDay, said('badDay'))),
  moment: () =>
    z.pipe(
      z.string().check(z.refine(isMoment, said('badMoment'))),
      z.transform((s: string) => new Date(s).toISOString()),
    ),
  reference: id,
  references: (f) => z.array(id()).check(z.maxLength(f.max), unique),
  image: (f) => z.array(id()).check(z.maxLength(f.max), unique),
  file: (f) => z.array(id()).check(z.maxLength(f.max), unique),
  list: (f) => z.array(objectOf(f.of, false)).check(z.maxLength(f.max)),
  series: (f) => seriesOf(f),
  custom: () => z.record(z.string().check(z.maxLength(64)), z.union([line(400), z.number(), z.boolean(), z.null()])),
  // Safe: an entry is only looked up by the kind of the field that is passed to it.
} satisfies { [K in FieldKind]: (field: FieldOf<K>) => unknown } as unknown as Record<
  FieldKind,
  (field: Field) => Checked
>

/** Blank text counts as null; a collection is emptied by `[]` or `{}`. */
function optional(field: Field): Checked {
  const filled = kinds[field.kind](field)
  if (isCollection(field)) return z.optional(filled)
  const blankIsNull = z.pipe(
    z.transform((v: unknown) => (typeof v === 'string' && v.trim() === '' ? null : v)),
    z.nullable(filled),
  )
  return z.optional(blankIsNull)
}
function needed(field: Field): Checked {
  const filled = kinds[field.kind](field)
  const given = z.refine<unknown>((v) => !(v === '' || (Array.isArray(v) && v.length === 0)), said('missing'))
  return filled.check(given)
}
/**
 * Creates the schema of a record of fields; unknown names are refused. `partial` makes all but `id` and `version`
 * optional.
 */
export function objectOf(fields: Fields, partial: boolean): Checked {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (!field.required) return [name, optional(field)]
      const must = needed(field)
      return [name, partial && name !== 'id' && name !== 'version' ? z.optional(must) : must]
    }),
  )
  return z.strictObject(shape) as Checked
}

const compiled = new WeakMap<object, Checked>()
/** Checks the input of an endpoint. Returns the normalized value, or the issues by field. */
export function checkInput(
  endpoint: Pick<Endpoint, 'input' | 'partial'>,
  input: unknown,
): { ok: true; value: Record<string, unknown> } | { ok: false; issues: Issue[] } {
  let schema = compiled.get(endpoint)
  if (!schema) compiled.set(endpoint, (schema = objectOf(endpoint.input, endpoint.partial)))
  return checkWith(schema, input)
}
/** Checks values against a record of fields, like `checkInput`. */
export function checkFields(fields: Fields, input: unknown, partial = false): ReturnType<typeof checkInput> {
  return checkWith(objectOf(fields, partial), input)
}
function checkWith(schema: Checked, input: unknown): ReturnType<typeof checkInput> {
  const result = z.safeParse(schema, input ?? {}, { reportInput: true })
  if (result.success) return { ok: true, value: result.data as Record<string, unknown> }
  return { ok: false, issues: result.error.issues.slice(0, 50).flatMap(issueOf) }
}

type RawIssue = {
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
function issueOf(issue: unknown): Issue[] {
  const raw = issue as RawIssue
  const path = raw.path.map((p) => (typeof p === 'number' ? p : String(p)))
  const at = (code: IssueCode, params?: Issue['params']): Issue[] => [{ path, code, ...(params ? { params } : {}) }]
  switch (raw.code) {
    case 'unrecognized_keys':
      return (raw.keys ?? []).map((key) => ({ path: [...path, key.slice(0, 80)], code: 'unknownField' as const }))
    case 'invalid_type':
      if (raw.input === undefined || raw.input === null) return at('missing')
      return at(raw.expected === 'int' ? 'notInteger' : raw.expected === 'number' ? 'notNumber' : 'wrongType')
    case 'invalid_value':
      return raw.input === undefined || raw.input === null
        ? at('missing')
        : at('notAnOption', { options: (raw.values ?? []).join(', ') })
    case 'too_big':
      return at(raw.origin === 'string' ? 'tooLong' : raw.origin === 'array' ? 'tooMany' : 'tooBig', {
        limit: Number(raw.maximum),
      })
    case 'too_small':
      return at('tooSmall', { limit: Number(raw.minimum) })
    case 'custom':
      return at(
        (raw.params?.['code'] as IssueCode | undefined) ?? 'badFormat',
        raw.params?.['params'] as Issue['params'],
      )
    default:
      return at('wrongType')
  }
}

/** Parses query-string values into the types that the schema expects: numbers, flags, comma-separated lists. */
export function fromQuery(fields: Fields, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, raw]) => {
      const field = fields[name]
      const value = Array.isArray(raw) && !(field && isCollection(field)) ? raw.join(',') : raw
      if (!field || typeof value !== 'string') return [name, value]
      if (field.kind === 'integer' || field.kind === 'amount')
        return [name, value === '' ? null : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value]
      if (field.kind === 'flag')
        return [name, value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value]
      if (field.kind === 'series') return [name, seriesFrom(value, field)]
      if (field.kind === 'list' || field.kind === 'custom') return [name, parsed(value)]
      if (isCollection(field)) return [name, value === '' ? [] : value.split(',')]
      return [name, value]
    }),
  )
}
/** Parses `1,2,3` or, for groups, JSON. */
const seriesFrom = (value: string, { of }: SeriesField): unknown =>
  value.startsWith('[')
    ? parsed(value)
    : value === ''
      ? []
      : value
          .split(',')
          .map((one) => (of === 'number' && one.trim() !== '' && Number.isFinite(Number(one)) ? Number(one) : one))
function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  } // not JSON: the schema reports the field
}
