import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { reference, type Fields } from '@/contract/field'
import type { UnsentCommand } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'
import { FieldView } from '../fields/registry'
import { useLabels, type FieldPlace } from '../i18n/labels'

/** The properties of a pending command that determine its target. */
type PendingCommand = Pick<UnsentCommand, 'body' | 'resource' | 'entityId'>
/** The row that a command acts on, if no field names it. */
export type CommandTarget = { resource: string; id: string } | null

/** Returns the row that a command acts on; null if it creates the row, or a field names it. */
export function getCommandTarget(
  { name, offline }: Endpoint,
  { resource, entityId }: Omit<PendingCommand, 'body'>,
): CommandTarget {
  const isNew = name.endsWith('.create') || offline?.creates === true
  return resource && entityId && !isNew && offline?.idInput === 'id' ? { resource, id: entityId } : null
}
/** Returns reference fields of the command that the form does not display. */
const getOtherReferences = ({ input }: Endpoint, { body }: PendingCommand, displayedFields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, field]) =>
        field.kind === 'reference' && name !== 'id' && !field.hidden && !(name in displayedFields) && body[name],
    ),
  )

/** The row that a command acts on, by name. */
export function CommandTargetRow({ target, place }: { target: CommandTarget; place: FieldPlace }) {
  const labels = useLabels(place.area)
  const { t } = useTranslation('client')
  // A row still waiting to be created has no name yet.
  const isNew = useUnsentCommands().some(({ creates, entityId }) => creates === 1 && entityId === target?.id)
  return (
    target && (
      <div>
        <dt>{labels.name({ area: place.area, name: target.resource })}</dt>
        <dd>
          {isNew ? (
            t('sync.newRow')
          ) : (
            <FieldView field={reference(target.resource)} name="id" place={place} value={target.id} refs={NO_REFS} />
          )}
        </dd>
      </div>
    )
  )
}
const NO_REFS = {}

/** The part of a refused command that its form does not display: its row and other references. */
export function UnsentCommandSection({
  endpoint,
  unsent,
  place,
  displayedFields,
}: {
  endpoint: Endpoint
  unsent: PendingCommand
  place: FieldPlace
  displayedFields: Fields
}) {
  const labels = useLabels(place.area)
  const target = getCommandTarget(endpoint, unsent)
  const referenceFields = Object.entries(getOtherReferences(endpoint, unsent, displayedFields))
  if (!target && referenceFields.length === 0) return null
  return (
    <dl className="pairs">
      <CommandTargetRow target={target} place={place} />
      {referenceFields.map(([name, field]) => (
        <div key={name}>
          <dt>{labels.field(place, name)}</dt>
          <dd>
            <FieldView field={field} name={name} place={place} value={unsent.body[name]} refs={NO_REFS} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
