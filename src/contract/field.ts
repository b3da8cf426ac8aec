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
  /** Stored in a new row that gets no value. The input of a `required` field must have a value nevertheless. */
  default?: unknown
  /** Left out of lists, exports and generic forms unless a page includes it. */
  hidden?: boolean
  /** Only holders of one of these permissions see the field; see `canSeeField`. */
  viewPermissions?: readonly string[]
  /** Names of the answer fields that replace this one. The API documents mark it as deprecated; no page shows it. */
  replacedBy?: readonly string[]
}

/** Vocabularies of the locales: path of the texts and their keys. */
export const vocabularies = {
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
  vocabulary?: keyof typeof vocabularies
  /** Usual texts offered at one tap and stored by their text key; anything else is stored as typed. */
  presets?: readonly Preset[]
  /** Passwords and keys: masked in forms, never logged, never audited. */
  secret?: boolean
  /** Hash by which a secret is looked up; never audited. */
  fingerprint?: boolean
  /**
   * Forms offer a generated value, for secrets that one person sets for another. Secrets issued elsewhere are only
   * typed in.
   */
  offersSuggestion?: boolean
  /** Unique keys do not distinguish upper and lower case. The value is displayed as typed. */
  ignoreCase?: boolean
  /**
   * Only in outputs: name of a reference field of the same row. The server fills this field with the display name of
   * the referenced row, so handlers need not load the name.
   */
  nameOf?: string
  /**
   * Only in outputs: name of a resource. Handlers return the id of one of its rows, and the server replaces the id by
   * the row's name.
   */
  nameOfRow?: string
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
/** Source of the unit of an amount within its row. */
export type RowUnit =
  /** Text field that holds the unit. */
  | { readonly field: string }
  /** Choice field that determines the unit, and the units of each option; the first is the usual one. */
  | { readonly option: string; readonly units: Readonly<Record<string, readonly string[]>> }
  /** Reference field; the referenced row holds the unit in its field `unit`. */
  | { readonly reference: string }
  /** The amount is the price of one unit, so that CNY/pcs means CNY. The unit is fixed or in a text field of the row. */
  | { readonly pricePer: { readonly unit: string } | { readonly field: string } }
export interface AmountField extends FieldBase {
  kind: 'amount'
  /** UCUM-like display unit, e.g. `kg`, `h`, `°C`; empty for a pure number. */
  unit: string
  /** Text field of the same row that holds the unit, if each row has its own. */
  unitField?: string
  /** Source from which imports take the unit of a row. Set it if lists and forms show the unit in another field. */
  rowUnit?: RowUnit
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
  restrictedOptions?: {
    readonly options: readonly string[]
    /** The permissions, any of which is enough. */
    readonly by: readonly string[]
  }
}
export interface FlagField extends FieldBase {
  kind: 'flag'
}
/** A calendar day `YYYY-MM-DD`, without a time zone. */
export interface DayField extends FieldBase {
  kind: 'day'
  /** The day of something that has happened, so that it cannot lie in the future. */
  notFuture?: boolean
}
/** An instant, ISO 8601 in UTC with milliseconds. */
export interface MomentField extends FieldBase {
  kind: 'moment'
  /** The time of something that has happened, so that it cannot lie in the future beyond the clock tolerance. */
  notFuture?: boolean
}
/** The id of one row of another resource. */
export interface ReferenceField extends FieldBase {
  kind: 'reference'
  /** Name of the referenced resource. */
  to: string
}
/** Ids of several rows of another resource. */
export interface ReferencesField extends FieldBase {
  kind: 'references'
  /** Name of the referenced resource. */
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
  /** The fields of an entry. */
  of: Fields
  /** Maximum number of entries. */
  max: number
  /**
   * An import reads all entries from one cell, as exported. The fields of an entry must be numbers, and at most one of
   * them may be optional.
   */
  importedFromOneCell?: boolean
  /** Entries are independent, e.g. defects of a roll: entries that two people add at once are merged. */
  mergesEntries?: boolean
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
  /** Type of an entry. */
  of: 'number' | 'text'
  /** Maximum number of entries, including those in groups. */
  max: number
}
/** Values of columns that the plant defines itself (see the custom-field resource). */
export interface CustomField extends FieldBase {
  kind: 'custom'
  /** Name of the resource with the custom columns. */
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
export type FieldByKind<K extends FieldKind> = Extract<Field, { kind: K }>
export type Fields = Readonly<Record<string, Field>>

/** Values of custom columns. */
export type CustomValues = Record<string, string | number | boolean | null>

export type Flatten<T> = { [K in keyof T]: T[K] } & {}

type FieldOptions<F extends Field, Mandatory extends keyof F = never> = Partial<Omit<F, 'kind' | Mandatory>> &
  Pick<F, Mandatory>
type BuiltField<F extends Field, O> = Flatten<Omit<F, keyof O | 'kind'> & { kind: F['kind'] } & NoInfer<O>>
// Options override defaults. `BuiltField` expresses that; the type of a spread of type parameters does not.
const buildField = <F extends Field, O>(defaults: Partial<F> & { kind: F['kind'] }, options: O | undefined) =>
  ({ ...defaults, ...options }) as unknown as BuiltField<F, O>

export const text = <const O extends FieldOptions<TextField> = {}>(options?: O) =>
  buildField<TextField, O>({ kind: 'text', max: 120 }, options)
export const note = <const O extends FieldOptions<NoteField> = {}>(options?: O) =>
  buildField<NoteField, O>({ kind: 'note', max: 4000 }, options)
export const integer = <const O extends FieldOptions<IntegerField> = {}>(options?: O) =>
  buildField<IntegerField, O>({ kind: 'integer' }, options)
export const amount = <const O extends FieldOptions<AmountField, 'unit'>>(options: O) =>
  buildField<AmountField, O>({ kind: 'amount', digits: 3 }, options)
export const choice = <const T extends readonly string[], const O extends FieldOptions<ChoiceField> = {}>(
  options: T,
  otherOptions?: O,
) => buildField<ChoiceField, O & { options: T }>({ kind: 'choice' }, { ...otherOptions, options } as O & { options: T })
export const flag = <const O extends FieldOptions<FlagField> = { default: false }>(options?: O) =>
  buildField<FlagField, O>({ kind: 'flag', ...(options ? {} : { default: false }) }, options)
export const day = <const O extends FieldOptions<DayField> = {}>(options?: O) =>
  buildField<DayField, O>({ kind: 'day' }, options)
export const moment = <const O extends FieldOptions<MomentField> = {}>(options?: O) =>
  buildField<MomentField, O>({ kind: 'moment' }, options)
export const reference = <const T extends string, const O extends FieldOptions<ReferenceField> = {}>(
  resource: T,
  options?: O,
) => buildField<ReferenceField, O & { to: T }>({ kind: 'reference' }, { ...options, to: resource } as O & { to: T })
export const references = <const T extends string, const O extends FieldOptions<ReferencesField> = {}>(
  resource: T,
  options?: O,
) =>
  buildField<ReferencesField, O & { to: T }>({ kind: 'references', max: 100 }, { ...options, to: resource } as O & {
    to: T
  })
export const image = <const O extends FieldOptions<ImageField> = {}>(options?: O) =>
  buildField<ImageField, O>({ kind: 'image', max: 9 }, options)
export const file = <const O extends FieldOptions<FileField> = {}>(options?: O) =>
  buildField<FileField, O>({ kind: 'file', max: 9 }, options)
export const list = <const S extends Fields, const O extends FieldOptions<ListField> = {}>(
  entryFields: S,
  options?: O,
) => buildField<ListField, O & { of: S }>({ kind: 'list', max: 200 }, { ...options, of: entryFields } as O & { of: S })
export const series = <const T extends 'number' | 'text', const O extends FieldOptions<SeriesField> = {}>(
  entryType: T,
  options?: O,
) =>
  buildField<SeriesField, O & { of: T }>({ kind: 'series', max: 1000 }, { ...options, of: entryType } as O & { of: T })
export const custom = <const T extends string, const O extends FieldOptions<CustomField> = {}>(
  resource: T,
  options?: O,
) => buildField<CustomField, O & { of: T }>({ kind: 'custom' }, { ...options, of: resource } as O & { of: T })

/** Returns the field with the unit that the row itself names, if any. */
export function resolveFieldUnit(field: Field, row: Readonly<Record<string, unknown>>): Field {
  const unit = field.kind === 'amount' && field.unitField ? row[field.unitField] : null
  return field.kind === 'amount' && typeof unit === 'string' ? { ...field, unit } : field
}
/** Returns the presets of a field. */
export const getPresets = (field: Field | undefined): readonly Preset[] =>
  (field && 'presets' in field && field.presets) || []
/** Returns the names of fields. */
export const getFieldNames = <F extends Fields>(fields: F): (keyof F & string)[] => Object.keys(fields)

/** True if the empty value of the field is an empty collection. */
export const isCollection = (field: Field): boolean =>
  ['references', 'image', 'file', 'list', 'series', 'custom'].includes(field.kind)
/** True if audit logs must not contain the value: a secret or the fingerprint of one. */
export const isExcludedFromAudit = (field: Field): boolean =>
  field.kind === 'text' && Boolean(field.secret || field.fingerprint)
/** Returns the stored value of an empty field: its default, else an empty collection or null. */
export function getEmptyValue(field: Field): unknown {
  if (field.default !== undefined) return field.default
  if (field.kind === 'custom') return {}
  return isCollection(field) ? [] : null
}
/** Creates an empty entry of a list with these fields. */
export const createBlankEntry = (entryFields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entryFields).map(([key, entryField]) => [key, getEmptyValue(entryField)]))
