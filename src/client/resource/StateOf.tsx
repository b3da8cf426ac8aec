import type { Fields } from '@/contract/field'
import type { Tone, Tones } from '@/contract/tone'
import { useLabels } from '../i18n/labels'
import { State } from '../ui/State'
import type { AnyRow } from './columns'

/** What a choice of a resource can be. */
export type OptionOf<R extends Choosing, F extends FieldOf<R>> = R['fields'][F] extends {
  options: readonly (infer Option extends string)[]
}
  ? Option
  : string
interface Choosing {
  readonly area: string
  readonly name: string
  readonly fields: Fields
}
type FieldOf<R extends Choosing> = keyof R['fields'] & string

/** The state of a row, or another choice of it: colour, icon and word. Nothing where it has none. */
export function StateOf<R extends Choosing, F extends FieldOf<R> = 'state' & FieldOf<R>>({
  of,
  field,
  state,
  tones,
}: {
  of: R
  /** `state` unless told. */
  field?: F
  state: unknown
  tones: Tones<OptionOf<R, F>>
}) {
  const labels = useLabels(of.area)
  const name = typeof state === 'string' ? state : ''
  const known: Readonly<Record<string, Tone>> = tones
  return name ? <State tone={known[name] ?? 'idle'}>{labels.option(of, field ?? 'state', name)}</State> : null
}

/** The same as a cell of a list, and beside its label in a row's details: a dash where it has none. */
export const stateCell = <R extends Choosing, F extends FieldOf<R>>(of: R, field: F, tones: Tones<OptionOf<R, F>>) =>
  function StateCell(row: AnyRow) {
    return row[field] ? <StateOf of={of} field={field} state={row[field]} tones={tones} /> : '–'
  }
