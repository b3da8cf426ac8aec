/** Secret fields are sealed when written. Sealing and opening use the same place: table and column. */
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Context } from '../context'
import { toSnakeCase } from '../db/columns'
import type { Seals } from '../seals'
import type { KitContext } from './operations'
import { statementsOf } from './sql'

/** Returns the application's seals. */
export const sealsOf = (ctx: Context): Seals => (ctx as KitContext).app.seals
const placeOf = (r: Pick<Resource, 'table'>, field: string): string => `${r.table}.${toSnakeCase(field)}`

/** Returns the values with all secret fields sealed. */
export function sealedIn(seals: Seals, r: Resource, values: Record<string, unknown>): Record<string, unknown> {
  const { secrets } = statementsOf(r)
  const given = secrets.filter((name) => typeof values[name] === 'string' && values[name] !== '')
  if (given.length === 0) return values
  return {
    ...values,
    ...Object.fromEntries(given.map((name) => [name, seals.seal(values[name] as string, placeOf(r, name))])),
  }
}
/** Opens a secret field. Null also if the key to open it is missing, which the server logs at start. */
export const openField = <R extends Resource>(
  app: Pick<Application, 'seals'>,
  r: R,
  field: keyof R['fields'] & string,
  sealed: string | null,
): string | null => (sealed === null ? null : app.seals.open(sealed, placeOf(r, field)))
