import type { Fields } from '@/contract/field'
import type { Tone, Tones } from '@/contract/tone'
import { useLabels } from '../i18n/labels'
import { State } from '../ui/State'
import type { AnyRow } from './columns'

/** Options of a resource's choice field. */
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

/** Badge of a row's state or another choice: colour, icon and label. Renders nothing if empty. */
export function StateOf<R extends Choosing, F extends FieldOf<R> = 'state' & FieldOf<R>>({
  of,
  field,
  state,
  tones,
}: {
  of: R
  /** `state` by default. */
  field?: F
  state: unknown
  tones: Tones<OptionOf<R, F>>
}) {
  const labels = useLabels(of.area)
  const name = typeof state === 'string' ? state : ''
  const known: Readonly<Record<string, Tone>> = tones
  return name ? <State tone={known[name] ?? 'idle'}>{labels.option(of, field ?? 'state', name)}</State> : null
}

/** Creates a cell with the state's badge, for lists and details; a dash if empty. */
export const stateCell = <R extends Choosing, F extends FieldOf<R>>(of: R, field: F, tones: Tones<OptionOf<R, F>>) =>
  function StateCell(row: AnyRow) {
    return row[field] ? <StateOf of={of} field={field} state={row[field]} tones={tones} /> : '–'
  }
