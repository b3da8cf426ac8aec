import type { Preset } from './preset'

/**
 * The closed set of field kinds. A field is plain data: from it come the database column, the wire schema,
 * the client's type, the form input, the list cell, the filter, the Excel column and the OpenAPI entry.
 * Each side keeps one small file per kind in a registry typed `satisfies Record<FieldKind, …>`, so a kind
 * that is forgotten somewhere does not compile.
 */

/** Options every kind understands. */
export interface FieldBase {
  /** A value must be given on create and may never become empty. */
  required?: boolean
  /** Set by the server only: never accepted from a caller. */
  readonly?: boolean
  /** Value stored when none is given (not for `required` fields of a form). */
  default?: unknown
  /** Left out of lists, exports and generic forms unless a page asks for it. */
  hidden?: boolean
  /** Permission keys of which a person holds one to see it, where not everybody who reads the rest may: `sees`. */
  seenBy?: readonly string[]
}

/** Words of the locales that texts are chosen from, by their keys. */
export const wordKeys = {
  'contract:shifts': ['early', 'middle', 'night', 'day'],
  'contract:teams': ['A', 'B', 'C', 'D'],
} as const
export interface TextField extends FieldBase {
  kind: 'text'
  /** Longest accepted length in UTF-16 units, after trimming. */
  max: number
  /** `code`: letters, digits and `./_#+-`, beginning with one of the first two; `time`: HH:mm; the others as named. */
  format?: 'code' | 'phone' | 'time' | 'userName'
  /** Its values have words there in the locales and are chosen; one without a word is its own. */
  words?: keyof typeof wordKeys
  /** Usual texts that are offered at one tap and stored by the key of their words; anything else is as it was typed. */
  presets?: readonly Preset[]
  /** Passwords: masked in forms, never logged, never audited. */
  secret?: boolean
  /** What a secret is known again by: looked up as it is stored, and in no trail. */
  fingerprint?: boolean
  /** Somebody chooses it here for another, who gets it from them: forms offer one. A secret that others issue is only typed in. */
  suggested?: boolean
  /** Two values that differ by upper and lower case alone are the same where they must be unique. Shown as typed. */
  ignoreCase?: boolean
}
export interface NoteField extends FieldBase {
  kind: 'note'
  max: number
  /** As of a text. */
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
  /** UCUM-like unit as shown, e.g. `kg`, `h`, `°C`; empty for a pure number. */
  unit: string
  /** The text field of the same row that holds the unit, where each row has its own. */
  unitIn?: string
  /** Decimals kept (numeric(18, digits)). */
  digits: number
  /** Digits kept in all, where 18 are too few: sums of squares. */
  precision?: number
  min?: number
  max?: number
}
export interface ChoiceField extends FieldBase {
  kind: 'choice'
  options: readonly string[]
  /** Options that only holders of one of the keys choose, and beside which only they see the amounts of the row: `guardedRow`. */
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
/** Rows that live and die with their parent, stored with it. */
export interface ListField extends FieldBase {
  kind: 'list'
  of: Fields
  max: number
  /** An import takes it as it is exported, all entries in one cell. They are numbers, of which at most one may be missing. */
  cell?: boolean
  /** Each entry stands for itself, as a defect on a roll does: what two people add at once is joined. */
  joins?: boolean
  /** The field of its entries that tells them apart, as the item of a check: two people who change different ones do not cross. */
  entryKey?: string
}
/**
 * Many entries of one sort in their order: measured numbers, alone or in groups, or words. One alone may be sent bare, and a
 * number where a word is asked for.
 */
export interface SeriesField extends FieldBase {
  kind: 'series'
  of: 'number' | 'text'
  /** Entries altogether, those of groups too. */
  max: number
}
/** Values of columns that the plant defined itself (see the custom-field resource). */
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

/** What custom columns may hold. */
export type CustomValues = Record<string, string | number | boolean | null>

/** The value of a filled-in field, the same on the server, on the wire and in the client. */
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

/** Collections are stored as empty rather than as null. */
export type CollectionKind = 'references' | 'image' | 'file' | 'list' | 'series' | 'custom'
type Filled<F> = F extends { kind: CollectionKind } | { required: true }
  ? true
  : F extends { default: infer D }
    ? unknown extends D
      ? false
      : true
    : false

/** A stored row: every field present, `null` where an optional one is empty. */
export type RowOf<F extends Fields> = {
  -readonly [K in keyof F]: Filled<F[K]> extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null
}

type Writable<F extends Fields> = { [K in keyof F as F[K] extends { readonly: true } ? never : K]: F[K] }
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F]
/** What a caller sends to create a row: required fields must be there, the rest may be. */
export type InputOf<F extends Fields> = Flatten<
  { -readonly [K in RequiredKeys<Writable<F>> & keyof Writable<F>]: ValueOf<Writable<F>[K]> } & {
    -readonly [K in Exclude<keyof Writable<F>, RequiredKeys<Writable<F>>>]?: ValueOf<Writable<F>[K]> | null
  }
>
/** What a caller sends to change a row: any part of it. */
export type PatchOf<F extends Fields> = Flatten<{
  -readonly [K in keyof Writable<F>]?: Filled<F[K]> extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null
}>
export type Flatten<T> = { [K in keyof T]: T[K] } & {}

type Options<F extends Field, Must extends keyof F = never> = Partial<Omit<F, 'kind' | Must>> & Pick<F, Must>
type Made<F extends Field, O> = Flatten<Omit<F, keyof O | 'kind'> & { kind: F['kind'] } & NoInfer<O>>
// Defaults under options: `Made` says the same, which a spread of type parameters does not.
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

/** A field as one row has it: with the unit that the row names. */
export function fieldIn(field: Field, row: Readonly<Record<string, unknown>>): Field {
  const unit = field.kind === 'amount' && field.unitIn ? row[field.unitIn] : null
  return field.kind === 'amount' && typeof unit === 'string' ? { ...field, unit } : field
}
/** The usual texts that a field takes. */
export const presetsOf = (field: Field | undefined): readonly Preset[] =>
  (field && 'presets' in field && field.presets) || []
/** The names of fields. */
export const namesOf = <F extends Fields>(fields: F): (keyof F & string)[] => Object.keys(fields)

/** The kinds whose empty value is an empty collection. */
export const isCollection = (field: Field): boolean =>
  ['references', 'image', 'file', 'list', 'series', 'custom'].includes(field.kind)
/** Whether no trail may hold what stands in a field: a secret, or what one is known again by. */
export const isUntold = (field: Field): boolean => field.kind === 'text' && Boolean(field.secret || field.fingerprint)
/** The empty value of a field as it is stored. */
export const emptyOf = (field: Field): unknown =>
  field.default !== undefined ? field.default : field.kind === 'custom' ? {} : isCollection(field) ? [] : null
/** A row of a list before anything is typed into it. */
export const blankLine = (of: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).map(([key, one]) => [key, emptyOf(one)]))
