import type { Preset } from './preset'

/**
 * The closed set of field kinds. A field is plain data from which the project derives the database column, the wire
 * schema, the client's type, the form input, the list cell, the filter, the Excel column and the OpenAPI entry. Each
 * side has a registry typed `satisfies Record<FieldKind, …>`, so a forgotten kind does not compile.
 */

/** Options of every kind. */
export interface FieldBase {
  /** Needs a value on create and can never become empty. */
  required?: boolean
  /** Set by the server only; never accepted from a caller. */
  readonly?: boolean
  /** Stored when the input has no value (not for `required` fields of a form). */
  default?: unknown
  /** Left out of lists, exports and generic forms unless a page includes it. */
  hidden?: boolean
  /** Restricts the field to holders of one of these permissions; see `canSeeField`. */
  seenBy?: readonly string[]
}

/** Vocabularies of the locales: path of the texts and their keys. */
export const wordKeys = {
  'contract:shifts': ['early', 'middle', 'night', 'day'],
  'contract:teams': ['A', 'B', 'C', 'D'],
} as const
export interface TextField extends FieldBase {
  kind: 'text'
  /** Maximum length in UTF-16 units after trimming. */
  max: number
  /** `code`: letters, digits and `./_#+-`, starting with a letter or digit; `time`: HH:mm; the others as named. */
  format?: 'code' | 'phone' | 'time' | 'userName'
  /** Values are chosen from this vocabulary of the locales; a value without a translation is shown as it is. */
  words?: keyof typeof wordKeys
  /** Usual texts offered at one tap and stored by their text key; anything else is stored as typed. */
  presets?: readonly Preset[]
  /** Passwords and keys: masked in forms, never logged, never audited. */
  secret?: boolean
  /** Recognizes a secret: looked up by its stored value and never audited. */
  fingerprint?: boolean
  /**
   * Forms offer a generated value, for secrets that one person sets for another. Secrets issued elsewhere are only
   * typed in.
   */
  suggested?: boolean
  /** Unique keys ignore upper and lower case. The value is displayed as typed. */
  ignoreCase?: boolean
}
export interface NoteField extends FieldBase {
  kind: 'note'
  max: number
  /** See `TextField.presets`. */
  presets?: readonly Preset[]
}
export interface IntegerField extends FieldBase {
  kind: 'integer'
  min?: number
  max?: number
  unit?: string
}
export interface AmountField extends FieldBase {
  kind: 'amount'
  /** UCUM-like display unit, e.g. `kg`, `h`, `°C`; empty for a pure number. */
  unit: string
  /** Text field of the same row that holds the unit, if each row has its own. */
  unitIn?: string
  /** Stored decimals: numeric(18, digits). */
  digits: number
  /** Total digits where 18 are too few, e.g. for sums of squares. */
  precision?: number
  min?: number
  max?: number
}
export interface ChoiceField extends FieldBase {
  kind: 'choice'
  options: readonly string[]
  /**
   * Options that need one of the permissions, both to choose them and to see the amounts of such a row; see
   * `isRestrictedRow`.
   */
  guarded?: { readonly options: readonly string[]; readonly by: readonly string[] }
}
export interface FlagField extends FieldBase {
  kind: 'flag'
}
/** A calendar day `YYYY-MM-DD`, without a time zone. */
export interface DayField extends FieldBase {
  kind: 'day'
}
/** An instant, ISO 8601 in UTC with milliseconds. */
export interface MomentField extends FieldBase {
  kind: 'moment'
}
/** The id of one row of another resource. */
export interface ReferenceField extends FieldBase {
  kind: 'reference'
  to: string
}
/** Ids of several rows of another resource. */
export interface ReferencesField extends FieldBase {
  kind: 'references'
  to: string
  max: number
}
/** Ids of stored pictures. */
export interface ImageField extends FieldBase {
  kind: 'image'
  max: number
}
/** Ids of stored files of any accepted type. */
export interface FileField extends FieldBase {
  kind: 'file'
  max: number
}
/** Rows that are stored within their parent row. */
export interface ListField extends FieldBase {
  kind: 'list'
  of: Fields
  max: number
  /**
   * An import reads all entries from one cell, as exported. The entries are numbers; at most one of them may be
   * missing.
   */
  cell?: boolean
  /** Entries are independent, e.g. defects of a roll: entries that two people add at once are merged. */
  joins?: boolean
  /**
   * Field that identifies an entry, e.g. the item of a check: two people can change different entries without a
   * conflict.
   */
  entryKey?: string
}
/**
 * An ordered list of measured numbers (alone or in groups) or of words. Callers may send a single entry without a list,
 * and a number instead of a word.
 */
export interface SeriesField extends FieldBase {
  kind: 'series'
  of: 'number' | 'text'
  /** Maximum number of entries, including those in groups. */
  max: number
}
/** Values of columns that the plant defines itself (see the custom-field resource). */
export interface CustomField extends FieldBase {
  kind: 'custom'
  of: string
}

export type Field =
  | TextField
  | NoteField
  | IntegerField
  | AmountField
  | ChoiceField
  | FlagField
  | DayField
  | MomentField
  | ReferenceField
  | ReferencesField
  | ImageField
  | FileField
  | ListField
  | SeriesField
  | CustomField
export type FieldKind = Field['kind']
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>
export type Fields = Readonly<Record<string, Field>>

/** Values of custom columns. */
export type CustomValues = Record<string, string | number | boolean | null>

/** Type of a filled-in field, the same on the server, on the wire and in the client. */
export type ValueOf<F> = F extends { kind: 'text' | 'note' | 'day' | 'moment' | 'reference' }
  ? string
  : F extends { kind: 'integer' | 'amount' }
    ? number
    : F extends { kind: 'flag' }
      ? boolean
      : F extends { kind: 'choice'; options: readonly (infer O)[] }
        ? O
        : F extends { kind: 'references' | 'image' | 'file' }
          ? string[]
          : F extends { kind: 'list'; of: infer S extends Fields }
            ? RowOf<S>[]
            : F extends { kind: 'series'; of: 'text' }
              ? string[]
              : F extends { kind: 'series' }
                ? number | number[] | number[][]
                : F extends { kind: 'custom' }
                  ? CustomValues
                  : never

/** Kinds that are stored as an empty collection instead of null. */
export type CollectionKind = 'references' | 'image' | 'file' | 'list' | 'series' | 'custom'
type Filled<F> = F extends { kind: CollectionKind } | { required: true }
  ? true
  : F extends { default: infer D }
    ? unknown extends D
      ? false
      : true
    : false

/** A stored row: every field is present, `null` where an optional one is empty. */
export type RowOf<F extends Fields> = {
  -readonly [K in keyof F]: Filled<F[K]> extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null
}

type Writable<F extends Fields> = { [K in keyof F as F[K] extends { readonly: true } ? never : K]: F[K] }
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F]
/** The input for creating a row: required fields are mandatory, the others optional. */
export type InputOf<F extends Fields> = Flatten<
  { -readonly [K in RequiredKeys<Writable<F>> & keyof Writable<F>]: ValueOf<Writable<F>[K]> } & {
    -readonly [K in Exclude<keyof Writable<F>, RequiredKeys<Writable<F>>>]?: ValueOf<Writable<F>[K]> | null
  }
>
/** The input for changing a row: any subset of its fields. */
export type PatchOf<F extends Fields> = Flatten<{
  -readonly [K in keyof Writable<F>]?: Filled<F[K]> extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null
}>
export type Flatten<T> = { [K in keyof T]: T[K] } & {}

type Options<F extends Field, Must extends keyof F = never> = Partial<Omit<F, 'kind' | Must>> & Pick<F, Must>
type Made<F extends Field, O> = Flatten<Omit<F, keyof O | 'kind'> & { kind: F['kind'] } & NoInfer<O>>
// Options override defaults. `BuiltField` expresses that; the type of a spread of type parameters does not.
const make = <F extends Field, O>(defaults: Partial<F> & { kind: F['kind'] }, options: O | undefined) =>
  ({ ...defaults, ...options }) as unknown as Made<F, O>

export const text = <const O extends Options<TextField> = {}>(o?: O) =>
  make<TextField, O>({ kind: 'text', max: 120 }, o)
export const note = <const O extends Options<NoteField> = {}>(o?: O) =>
  make<NoteField, O>({ kind: 'note', max: 4000 }, o)
export const integer = <const O extends Options<IntegerField> = {}>(o?: O) =>
  make<IntegerField, O>({ kind: 'integer' }, o)
export const amount = <const O extends Options<AmountField, 'unit'>>(o: O) =>
  make<AmountField, O>({ kind: 'amount', digits: 3 }, o)
export const choice = <const T extends readonly string[], const O extends Options<ChoiceField> = {}>(
  options: T,
  o?: O,
) => make<ChoiceField, O & { options: T }>({ kind: 'choice' }, { ...o, options } as O & { options: T })
export const flag = <const O extends Options<FlagField> = { default: false }>(o?: O) =>
  make<FlagField, O>({ kind: 'flag', ...(o ? {} : { default: false }) }, o)
export const day = <const O extends Options<DayField> = {}>(o?: O) => make<DayField, O>({ kind: 'day' }, o)
export const moment = <const O extends Options<MomentField> = {}>(o?: O) => make<MomentField, O>({ kind: 'moment' }, o)
export const reference = <const T extends string, const O extends Options<ReferenceField> = {}>(to: T, o?: O) =>
  make<ReferenceField, O & { to: T }>({ kind: 'reference' }, { ...o, to } as O & { to: T })
export const references = <const T extends string, const O extends Options<ReferencesField> = {}>(to: T, o?: O) =>
  make<ReferencesField, O & { to: T }>({ kind: 'references', max: 100 }, { ...o, to } as O & { to: T })
export const image = <const O extends Options<ImageField> = {}>(o?: O) =>
  make<ImageField, O>({ kind: 'image', max: 9 }, o)
export const file = <const O extends Options<FileField> = {}>(o?: O) => make<FileField, O>({ kind: 'file', max: 9 }, o)
export const list = <const S extends Fields, const O extends Options<ListField> = {}>(of: S, o?: O) =>
  make<ListField, O & { of: S }>({ kind: 'list', max: 200 }, { ...o, of } as O & { of: S })
export const series = <const T extends 'number' | 'text', const O extends Options<SeriesField> = {}>(of: T, o?: O) =>
  make<SeriesField, O & { of: T }>({ kind: 'series', max: 1000 }, { ...o, of } as O & { of: T })
export const custom = <const T extends string, const O extends Options<CustomField> = {}>(of: T, o?: O) =>
  make<CustomField, O & { of: T }>({ kind: 'custom' }, { ...o, of } as O & { of: T })

/** Returns the field with the unit that the row itself names, if any. */
export function fieldIn(field: Field, row: Readonly<Record<string, unknown>>): Field {
  const unit = field.kind === 'amount' && field.unitIn ? row[field.unitIn] : null
  return field.kind === 'amount' && typeof unit === 'string' ? { ...field, unit } : field
}
/** Returns the presets of a field. */
export const presetsOf = (field: Field | undefined): readonly Preset[] =>
  (field && 'presets' in field && field.presets) || []
/** Returns the names of fields. */
export const namesOf = <F extends Fields>(fields: F): (keyof F & string)[] => Object.keys(fields)

/** True if the empty value of the field is an empty collection. */
export const isCollection = (field: Field): boolean =>
  ['references', 'image', 'file', 'list', 'series', 'custom'].includes(field.kind)
/** True if audit logs must not contain the value: a secret or the fingerprint of one. */
export const isUntold = (field: Field): boolean => field.kind === 'text' && Boolean(field.secret || field.fingerprint)
/** Returns the stored value of an empty field: its default, else an empty collection or null. */
export const emptyOf = (field: Field): unknown =>
  field.default !== undefined ? field.default : field.kind === 'custom' ? {} : isCollection(field) ? [] : null
/** Creates an empty entry of a list field. */
export const blankLine = (of: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([key, one]) => [key, emptyOf(one)]))
