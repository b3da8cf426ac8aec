import type { Fields } from '@/contract/field'
import type { Tone, Tones } from '@/contract/state-machine'
import { useLabels } from '../i18n/labels'
import { StateBadge } from '../ui/StateBadge'
import type { ListRow } from './build-columns'

/** Options of a resource's choice field. */
export type OptionName<R extends ResourceWithChoice, F extends FieldName<R>> = R['fields'][F] extends {
  options: readonly (infer Option extends string)[]
}
  ? Option
  : string
interface ResourceWithChoice {
  readonly area: string
  readonly name: string
  readonly fields: Fields
}
type FieldName<R extends ResourceWithChoice> = keyof R['fields'] & string

/** Badge of a row's state or another choice: color, icon and label. Renders nothing if empty. */
export function ResourceStateBadge<R extends ResourceWithChoice, F extends FieldName<R> = 'state' & FieldName<R>>({
  resource,
  field,
  state,
  tones,
}: {
  resource: R
  /** `state` by default. */
  field?: F
  state: unknown
  tones: Tones<OptionName<R, F>>
}) {
  const labels = useLabels(resource.area)
  const option = typeof state === 'string' ? state : ''
  const toneByOption: Readonly<Record<string, Tone>> = tones
  return option ? (
    <StateBadge tone={toneByOption[option] ?? 'idle'}>{labels.option(resource, field ?? 'state', option)}</StateBadge>
  ) : null
}

/** Creates a cell with the state's badge, for lists and details; a dash if empty. */
export const createStateCell = <R extends ResourceWithChoice, F extends FieldName<R>>(
  resource: R,
  field: F,
  tones: Tones<OptionName<R, F>>,
) =>
  function StateCell(row: ListRow) {
    return row[field] ? <ResourceStateBadge resource={resource} field={field} state={row[field]} tones={tones} /> : '–'
  }
