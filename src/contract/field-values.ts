/** Types of the values of fields: rows, the inputs that create and change them, and the rows that handlers return. */
import type { CustomValues, Fields, Flatten } from './field'

declare const filledName: unique symbol
/** A display name that the server fills in (`TextField.nameOf`). Any string can be assigned to it. */
type FilledName = string & { readonly [filledName]?: true }
/** Rows as a handler returns them, without the names that the server fills in. */
export type WithoutFilledNames<T> = T extends readonly (infer E)[]
  ? WithoutFilledNames<E>[]
  : T extends object
    ? { [K in keyof T as typeof filledName extends keyof NonNullable<T[K]> ? never : K]: WithoutFilledNames<T[K]> }
    : T

/** Type of a filled-in field, the same on the server, on the wire and in the client. */
export type FieldValue<F> = F extends { nameOf: string } ? FilledName : FieldValueByKind<F>
type FieldValueByKind<F> = F extends { kind: 'text' | 'note' | 'day' | 'moment' | 'reference' }
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
            ? FieldsRow<S>[]
            : F extends { kind: 'series'; of: 'text' }
              ? string[]
              : F extends { kind: 'series' }
                ? number | number[] | number[][]
                : F extends { kind: 'custom' }
                  ? CustomValues
                  : never

/** Kinds that are stored as an empty collection instead of null. */
export type CollectionKind = 'references' | 'image' | 'file' | 'list' | 'series' | 'custom'
// `unknown extends D` is true for a field type whose default is not known at compile time.
type IsNeverNull<F> = F extends { kind: CollectionKind } | { required: true }
  ? true
  : F extends { default: infer D }
    ? unknown extends D
      ? false
      : true
    : false

/** A stored row: every field is present, `null` where an optional one is empty. */
export type FieldsRow<F extends Fields> = {
  -readonly [K in keyof F]: IsNeverNull<F[K]> extends true ? FieldValue<F[K]> : FieldValue<F[K]> | null
}

type Writable<F extends Fields> = { [K in keyof F as F[K] extends { readonly: true } ? never : K]: F[K] }
type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F]
/** The input for creating a row: required fields are mandatory, other fields are optional. */
export type FieldsInput<F extends Fields> = Flatten<
  { -readonly [K in RequiredKeys<Writable<F>> & keyof Writable<F>]: FieldValue<Writable<F>[K]> } & {
    -readonly [K in Exclude<keyof Writable<F>, RequiredKeys<Writable<F>>>]?: FieldValue<Writable<F>[K]> | null
  }
>
/** The input for changing a row: any subset of its fields. */
export type FieldsPatch<F extends Fields> = Flatten<{
  -readonly [K in keyof Writable<F>]?: IsNeverNull<F[K]> extends true ? FieldValue<F[K]> : FieldValue<F[K]> | null
}>
