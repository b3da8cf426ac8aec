import { asksFor, isCommand, type Command } from '@/contract/command'
import { barred, type Barred, type Doer } from '@/contract/command-rights'
import { mayCall, type Endpoint } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { AnyRow } from '../columns'

/** An action that can be done to several rows at once: of each the same, and of each row judged by itself. */
export interface BulkAction {
  endpoint: Endpoint
  /** Null for the plain deletion of a resource. */
  command: Command | null
  /** The one input that all rows share, such as a reason. */
  asks: { name: string; field: Field } | null
  /** The secret that each row is given, drawn here and shown once: a new password. */
  gives?: string
}
/** What somebody should know of a row before an action is done to it with others; null where there is nothing. */
export type BulkWarns = (action: BulkAction, row: AnyRow) => string | null
/** Whether it takes the rows away. */
export const removes = ({ command, gives }: BulkAction): boolean => command === null && gives === undefined
/** Why a row is not touched: as a button would not stand on it, or it has changes that this device has not sent yet. */
export type Aside = Barred | 'unsent' | 'own'

const sharable: readonly Field['kind'][] = ['text', 'note']

/** What of a command all rows share; undefined where each row would need an answer of its own. */
function sharedInput(command: Command): BulkAction['asks'] | undefined {
  const [name, ...more] = asksFor(command)
  if (name === undefined) return null
  const field = command.input[name]
  return more.length === 0 && field && sharable.includes(field.kind) ? { name, field } : undefined
}
/** The calls that give one row a secret that its giver chooses, and ask for nothing else. */
function givingActions(of: Resource, endpoints: readonly Endpoint[]): BulkAction[] {
  return endpoints.flatMap((endpoint): BulkAction[] => {
    const { id, ...rest } = endpoint.input
    const [[gives, field] = [], ...more] = Object.entries(rest)
    const given = field?.kind === 'text' && field.secret === true && field.suggested === true
    if (isCommand(endpoint) || id?.kind !== 'reference' || id.to !== of.name || !given || !gives || more.length > 0)
      return []
    return [{ endpoint, command: null, asks: null, gives }]
  })
}
/** The actions of a resource that its contract has, and that make sense for several rows: deletion, commands without an input or with one in common, and secrets that are given. */
export function bulkActionsOf(of: Resource, endpoints: readonly Endpoint[]): BulkAction[] {
  const commands = endpoints.flatMap((endpoint): BulkAction[] => {
    if (!isCommand(endpoint) || endpoint.resource.name !== of.name) return []
    if (endpoint.key !== 'id' || endpoint.singly || endpoint.affects || endpoint.from?.includes(null)) return []
    const asks = sharedInput(endpoint)
    return asks === undefined ? [] : [{ endpoint, command: endpoint, asks }]
  })
  const { remove } = of.endpoints
  const actions = [...commands, ...givingActions(of, endpoints)]
  return remove ? [...actions, { endpoint: remove, command: null, asks: null }] : commands
}
/** Why this person may not do it with this row now; null when they may. */
export function asideOf({ command, endpoint, gives }: BulkAction, row: AnyRow, person: Doer): Aside | null {
  if (row['pending'] !== undefined) return 'unsent'
  if (command) return barred(command, row, person)
  // A secret of one's own is not given but chosen; it would end the session that gives the others.
  if (gives && row.id === person.id) return 'own'
  return mayCall(endpoint.access, person) ? null : 'key'
}
