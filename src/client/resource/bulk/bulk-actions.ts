import { getFormInputs, isCommand, type Command } from '@/contract/command'
import { getBarredReason, type BarredReason, type Actor } from '@/contract/command-rights'
import { canCall, type Endpoint } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { ListRow } from '../build-columns'

/** An action that is performed on several rows; each row is checked individually. */
export interface BulkAction {
  endpoint: Endpoint
  /** Null for the plain deletion of a resource. */
  command: Command | null
  /** The one input shared by all rows, such as a reason. */
  sharedInput: { name: string; field: Field } | null
  /** Field of a secret that is generated for each row and displayed once, such as a new password. */
  secretField?: string
}
/** Returns a warning about a row before a bulk action; null if there is none. */
export type GetBulkWarning = (action: BulkAction, row: ListRow) => string | null
/** True if the action deletes the rows. */
export const isRemovalAction = ({ command, secretField }: BulkAction): boolean =>
  command === null && secretField === undefined
/**
 * Why a row is skipped. `unsent`: it has unsent changes on this device; `own`: it is the person's own account. The
 * other reasons are those for which the button of a single row would be missing.
 */
export type ExclusionReason = BarredReason | 'unsent' | 'own'

const SHARABLE_KINDS: readonly Field['kind'][] = ['text', 'note']

/** Returns the shared input of a command, null if it needs none; undefined if each row would need its own. */
function getSharedInput(command: Command): BulkAction['sharedInput'] | undefined {
  const [name, ...furtherNames] = getFormInputs(command)
  if (name === undefined) return null
  const field = command.input[name]
  return furtherNames.length === 0 && field && SHARABLE_KINDS.includes(field.kind) ? { name, field } : undefined
}
/** Builds actions from endpoints whose only input besides the row is a secret, e.g. a new password for a user. */
function buildSecretActions(resource: Resource, endpoints: readonly Endpoint[]): BulkAction[] {
  return endpoints.flatMap((endpoint): BulkAction[] => {
    const { id, ...otherInputs } = endpoint.input
    const [[secretField, field] = [], ...furtherInputs] = Object.entries(otherInputs)
    const isSecret = field?.kind === 'text' && field.secret === true && field.offersSuggestion === true
    if (
      isCommand(endpoint) ||
      id?.kind !== 'reference' ||
      id.to !== resource.name ||
      !isSecret ||
      !secretField ||
      furtherInputs.length > 0
    )
      return []
    return [{ endpoint, command: null, sharedInput: null, secretField }]
  })
}
/**
 * Returns the bulk actions of a resource: deletion, commands without an input or with one shared input, and endpoints
 * that set a secret.
 */
export function getBulkActions(resource: Resource, endpoints: readonly Endpoint[]): BulkAction[] {
  const commands = endpoints.flatMap((endpoint): BulkAction[] => {
    if (!isCommand(endpoint) || endpoint.resource.name !== resource.name) return []
    if (endpoint.idInput !== 'id' || endpoint.individualOnly || endpoint.affects || endpoint.fromStates?.includes(null))
      return []
    const sharedInput = getSharedInput(endpoint)
    return sharedInput === undefined ? [] : [{ endpoint, command: endpoint, sharedInput }]
  })
  const { remove } = resource.endpoints
  const actions = [...commands, ...buildSecretActions(resource, endpoints)]
  return remove ? [...actions, { endpoint: remove, command: null, sharedInput: null }] : actions
}
/** Returns why this person may not run the action on the row; null if they may. */
export function getExclusionReason(
  { command, endpoint, secretField }: BulkAction,
  row: ListRow,
  person: Actor,
): ExclusionReason | null {
  if (row['pending'] !== undefined) return 'unsent'
  if (command) return getBarredReason(command, row, person)
  // People change their own secret elsewhere. Changing it here would end the session that sets the other secrets.
  if (secretField && row.id === person.id) return 'own'
  return canCall(endpoint.access, person) ? null : 'key'
}
